"""The papers: letters, certificates, decisions and gazette matters, from plain data to PDF, text and HTML."""
