import type { PublicError } from '../../kernel/errors.ts'
import type { Unavailability } from '../../sandbox/sandbox.ts'

const LATER = 'Try again in a moment.'
export const NOT_AVAILABLE = {
  down: { message: 'The sandbox is not available right now, so nothing ran.', suggested_action: LATER },
  busy: { message: 'The sandbox is busy right now, so nothing ran.', suggested_action: LATER },
  // Does not suggest a plain retry: the skill may already have sent something.
  lost: {
    message: 'The sandbox stopped while the skill was running. There is no output.',
    suggested_action: 'Check whether the skill already finished its work before you run it again.',
  },
  unjailed: {
    message:
      'This code has not been approved by an admin, and this server has no jail for unapproved code. Nothing ran.',
    recoverable: false,
    suggested_action:
      'Ask an admin of this server to install a jail: “npm run cli -- sandbox doctor” lists what is missing.',
  },
  unable: {
    recoverable: false,
    suggested_action: 'Ask an admin to add such a host to GUILDHALL_SANDBOX_HOSTS.',
  },
} as const satisfies Record<Unavailability | 'down', Partial<PublicError>>
