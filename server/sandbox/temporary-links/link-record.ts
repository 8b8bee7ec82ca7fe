/** A temporary link outside `/v1` that needs no API key (APT-52, APT-61). */
export interface LinkRecord {
  leads_to: 'check_in' | 'signed_form';
  appointment_id: string;
  expires_at: string;
  revoked: boolean;
}
