/** Examples for the pages of documentation, as they stand in the files that the tests run. On the server only. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The text of an example of the SDK. */
export function readExample(name: 'research' | 'call-remote' | 'publish-file'): string {
  return readFileSync(path.join(process.cwd(), 'lib/sdk/examples', `${name}.ts`), 'utf8')
}
