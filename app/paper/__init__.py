"""What each paper says, gathered from the case, the law and the town when its act happens."""
