/** Secrets in what a run writes as bytes: a file may be text under any name. Floor 3, pure. */
import { redactText, type Secret } from '../contract/json/redact.ts'

/** The same bytes when none of the secrets is in them, in any spelling; what is packed is not looked into. */
export function redactBytes(bytes: Buffer, secrets: readonly Secret[]): Buffer {
  // A character is a byte, so that what is no text comes through as it is; a secret is then spelled by its bytes.
  const text = bytes.toString('latin1')
  const spelled = secrets.flatMap(({ key, value }) => [
    { key, value },
    { key, value: Buffer.from(value).toString('latin1') },
  ])
  const redacted = redactText(text, spelled)
  return redacted === text ? bytes : Buffer.from(redacted, 'latin1')
}
