/** How long config values may be, wherever they come from. Floor 3, pure. */
import { writeConfigText } from '../contract/document/config-values.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import type { Issue } from '../errors.ts'

// A private key in PEM is about 3 KB; nothing anyone configures needs more than this.
const MAX_VALUE_CHARS = 16_384

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
