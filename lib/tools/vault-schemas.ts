/** What the schemas of the vault's tools have in common. Floor 3, data. */
import { MAX_PATH_BYTES } from '../contract/vault/vault-path.ts'

/** A path that has to be given. How long it may be is a rule of paths like the others (lib/contract/vault/vault-path.ts): what breaks one is POLICY_DENIED, not a field of the wrong form. */
export function pathToTake(description: string) {
  return { type: 'string', minLength: 1, description } as const
}

/** A path that is given back: as long as one may be, so that it suits whatever takes one. */
export function pathField(description: string) {
  return { type: 'string', minLength: 1, maxLength: MAX_PATH_BYTES, description } as const
}

export const ETAG_OUT = {
  etag: {
    type: 'string',
    description: 'Names the content; send it as expectedEtag to write only over this.',
  },
} as const

export const MTIME_OUT = {
  mtimeMs: {
    type: 'integer',
    title: 'Changed',
    description: 'When it was last changed, in epoch milliseconds.',
  },
} as const

export const EXPECTED_ETAG = {
  expectedEtag: {
    type: 'string',
    description: 'Write only if the file still has this etag; otherwise CONFLICT, with the current one.',
  },
} as const
