from rulings.admin import polls_and_reports

__all__ = ["polls_and_reports"]
