import { tokenHostOf } from '../../contracts/document/secret-use.ts'
import type { SandboxRequest } from '../../sandbox/sandbox.ts'
import type { RecordedRun } from '../resolve/runnable.ts'

const MAX_SENT_SECRETS = 100

/** Stands for every host: the code could read the secret, so it may be anywhere. */
export const ANY_HOST = '*'

type Run = {
  config: Pick<RecordedRun['config'], 'secrets'>
  runnable: Pick<RecordedRun['runnable'], 'document'>
}

/**
 * Returns which secrets left for which hosts, as "KEY HOST", each once and at most a hundred: what has to be rotated if the
 * version turns out to be bad. A secret that only signed requests stayed here, and is not listed.
 */
export function listSentSecrets(
  { config, runnable }: Run,
  requests: readonly SandboxRequest[] = [],
): string[] {
  const declared = runnable.document.permissions?.secrets ?? []
  const findUse = (key: string) => declared.find((secret) => secret.key === key)?.use
  const sent = new Set<string>()
  for (const { key } of config.secrets)
    if (declared.find((secret) => secret.key === key)?.exposure === 'raw') sent.add(`${key} ${ANY_HOST}`)
  for (const { host, secrets = [] } of requests)
    for (const key of secrets) {
      const use = findUse(key)
      if (!use || tokenHostOf(use) === host) sent.add(`${key} ${host}`)
    }
  return [...sent].slice(0, MAX_SENT_SECRETS)
}
