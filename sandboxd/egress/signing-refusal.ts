import type { SandboxRequest } from '../../lib/sandbox/sandbox.ts'

/** Why a request is not signed. The sentence goes to the code, and never contains a secret. */
export class SigningRefusal extends Error {
  /** The code of the run's error if the code does not catch this one. */
  readonly code: SandboxRequest['code']

  constructor(sentence: string, code?: SandboxRequest['code']) {
    super(sentence)
    this.code = code
  }
}
