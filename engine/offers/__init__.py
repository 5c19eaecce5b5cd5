"""What may be asked now, for the screen, bots and tests: listed commands, and forms with bounds."""

from ketuk.engine.offers.correction import CorrectionForm, correction_form
from ketuk.engine.offers.forms import BidForm, DiceForm, Form, TradeForm
from ketuk.engine.offers.offered import Offers, forms, offers, offers_to

__all__ = [
    "BidForm",
    "CorrectionForm",
    "DiceForm",
    "Form",
    "Offers",
    "TradeForm",
    "correction_form",
    "forms",
    "offers",
    "offers_to",
]
