/** Where the object storage takes the bytes of an upload session, on the sandbox's own origin and outside `/v1` (Upload lifecycle 2; UPL-14). */
import type { UploadRecord } from '../evidence/evidence-record.ts';

export const uploadPath = '/storage/uploads/:uploadSessionId';
/** Base64, unlike the lowercase hexadecimal of the API's own bodies (T61). */
export const checksumHeader = 'x-storage-checksum-sha256';

export function uploadAddress({ id, token }: UploadRecord): string {
  return `${uploadPath.replace(':uploadSessionId', id)}?token=${token}`;
}
