/** Hostile JavaScript that the jail must stop, too. Each upgrade of workerd must pass. */

import { describe } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { HOST_REACH } from './cases/host-reach.ts'
import { MEMORY } from './cases/memory.ts'
import { NETWORK } from './cases/network.ts'
import { TIME } from './cases/time.ts'
import { URL_PARAMETERS } from './cases/url-parameters.ts'
import { runHostile } from './run-hostile.ts'

describe('hostile JavaScript', onLinux, () => {
  runHostile([HOST_REACH, ...NETWORK, URL_PARAMETERS, ...TIME, ...MEMORY])
})
