/** What the two forms with an upload of a signed PDF share. The server checks each file again. */

const largestBytes = 20 * 1024 * 1024;

/** @returns why a chosen file cannot be uploaded; null if it can */
export function pdfFault({ type, size }: File): 'type' | 'size' | null {
  if (type !== 'application/pdf') return 'type';
  return size > largestBytes ? 'size' : null;
}

/** Groups the reasons of the service for refusing a document. Its codes are an open set (GAP-33), and never shown. */
export function refusalOf(reason: string | null): 'signature' | 'damaged' | 'other' {
  if (/signature/i.test(reason ?? '')) return 'signature';
  return /hash|upload/i.test(reason ?? '') ? 'damaged' : 'other';
}
