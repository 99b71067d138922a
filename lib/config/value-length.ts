/** How long config values may be, wherever they come from. Floor 3, pure. */
import { writeConfigText } from '../contract/document/config-values.ts'
import type { Json, JsonObject } from '../contract/json/json.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import type { Issue } from '../errors.ts'

// A private key in PEM is about 3 KB; nothing anyone configures needs more than this.
const MAX_VALUE_CHARS = 16_384
// Every run with them makes ready to find each spelling of all of them, in what it sends as in what it says.
const MAX_SECRETS_BYTES = 65_536

/** An issue for each value that is too long; its path is "/key". */
export function lengthIssues(values: JsonObject): Issue[] {
  return Object.entries(values)
    .filter(([, value]) => writeConfigText(value).length > MAX_VALUE_CHARS)
    .map(([key]) => ({
      path: toPointer([key]),
      message: `must be at most ${MAX_VALUE_CHARS} characters`,
      keyword: 'maxLength',
    }))
}

/** An issue when the secrets of one SkillSet are too much together. `sizes` are theirs, in bytes. */
export function secretsIssues(sizes: readonly number[]): Issue[] {
  const bytes = sizes.reduce((sum, each) => sum + each, 0)
  if (bytes <= MAX_SECRETS_BYTES) return []
  return [{ path: '', message: 'Secrets must be at most 64 KiB together.', keyword: 'maxLength' }]
}

export function sizeOf(value: Json): number {
  return Buffer.byteLength(writeConfigText(value))
}
