/** The upload address of a session, on the sandbox's origin and outside `/v1` (Upload lifecycle 2; UPL-14). */
import type { UploadRecord } from '../evidence/evidence-record.ts';

/** The path of an upload. */
export const uploadPath = '/storage/uploads/:uploadSessionId';
/** Its value is Base64, unlike the lowercase hexadecimal in API bodies (T61). */
export const checksumHeader = 'x-storage-checksum-sha256';

/** Creates the path of an upload with its token, relative to the sandbox's origin. */
export function uploadAddress({ id, token }: UploadRecord): string {
  return `${uploadPath.replace(':uploadSessionId', id)}?token=${token}`;
}
