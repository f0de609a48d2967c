"""The kinds of paper a procedure may issue: a closed list, so that a law file cannot order one nobody can print."""

from __future__ import annotations

DOCUMENT_KINDS = frozenset(
    """
    infraction_notice notice_letter cure_notice counterfoil inspector_certificate proof_of_service refusal_record
    public_notice defense_receipt untimeliness_order inadmissibility_order lapse_certificate alternate_summons
    minutes decision decision_letter written_warning verbal_warning_record payment_slip appeal_receipt
    reconsideration_order forwarding_order appeal_decision final_decision_letter gazette_entry suspension_order
    temporary_bar_order revocation_order document_seizure_record document_return_record
    authorization_collection_record vehicle_retention_record vehicle_release_record noncure_certificate cure_record
    discharge refund_order active_debt_referral active_debt_entry archiving_record withdrawal_record
    revocation_proposal coordinator_report authority_communication recount_certificate
    """.split()
)
"""Every kind the product knows how to draw up; ``notices`` has a template for each."""

LETTERS = frozenset({"cure_notice", "notice_letter", "decision_letter", "final_decision_letter"})
"""What each of several respondents is told by a letter of his own."""

PUBLISHED = frozenset({"final_decision", "public_notice", "revocation"})
"""What may appear in the gazette."""
