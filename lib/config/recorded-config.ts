/**
 * The config of a run that is recorded, or answered from a recording. Its placeholders are the same in each recorded run of
 * a SkillSet, because they stand in requests and outputs, and nobody can guess them.
 */
import { createHmac } from 'node:crypto'
import type { RecordedSettings } from '../sandbox/run-recording.ts'
import { masterKey } from './master-key.ts'
import type { UnsealedConfig } from './unseal-config.ts'

/** Returns the config with placeholders that depend on the SkillSet and the keys of the secrets only. */
export function withRecordedPlaceholders(
  { config, integrations, ...rest }: UnsealedConfig,
  skillSetId: string,
): UnsealedConfig {
  const recordedPlaceholder = (key: string) => makeRecordedPlaceholder(skillSetId, key)
  const secrets = rest.secrets.map((secret) => ({ ...secret, placeholder: recordedPlaceholder(secret.key) }))
  let text = JSON.stringify({ config, integrations })
  for (const { key, placeholder } of rest.secrets)
    text = text.replaceAll(placeholder, recordedPlaceholder(key))
  const replaced = JSON.parse(text) as Pick<UnsealedConfig, 'config' | 'integrations'>
  return { ...rest, ...replaced, secrets }
}

function makeRecordedPlaceholder(skillSetId: string, key: string): string {
  const hmac = createHmac('sha256', masterKey().key).update(JSON.stringify(['recorded', skillSetId, key]))
  return `sbxsec_${hmac.digest('base64url').slice(0, 24)}`
}

/** Returns what a recording has of a config, which is all but the values of secrets. */
export function toRecordedSettings({ config, secrets, integrations }: UnsealedConfig): RecordedSettings {
  return {
    config,
    secrets: secrets.map(({ value: _, ...secret }) => secret),
    ...(integrations && { integrations }),
  }
}

/** Returns the config of a run that reaches nothing, with dummies in place of secrets. */
export function toReplayConfig({ secrets, ...settings }: RecordedSettings): UnsealedConfig {
  const dummies = secrets.map((secret) => ({ ...secret, value: `not-a-secret-${secret.placeholder}` }))
  return { ...settings, secrets: dummies, missing: [] }
}
