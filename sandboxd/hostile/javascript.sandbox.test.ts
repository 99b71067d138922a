/** Hostile JavaScript. Every upgrade of workerd has to pass. */

import { describe } from 'vitest'
import { onLinux } from '../../lib/testing/skip-unless.ts'
import { CODEGEN } from './cases/codegen.ts'
import { HEADERS } from './cases/headers.ts'
import { HOST_REACH } from './cases/host-reach.ts'
import { IMPORTS_CLASS } from './cases/imports.ts'
import { INTRINSICS } from './cases/intrinsics.ts'
import { MEMORY } from './cases/memory.ts'
import { NETWORK } from './cases/network.ts'
import { RESULTS } from './cases/results.ts'
import { TIME } from './cases/time.ts'
import { runHostile } from './run-hostile.ts'

describe('hostile JavaScript', onLinux, () => {
  runHostile([
    HOST_REACH,
    INTRINSICS,
    CODEGEN,
    IMPORTS_CLASS,
    ...NETWORK,
    HEADERS,
    ...TIME,
    ...MEMORY,
    ...RESULTS,
  ])
})
