"""What holds for every test: invented histories are the same on each run, however slow the machine."""

from hypothesis import settings

settings.register_profile("devido", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("devido")
