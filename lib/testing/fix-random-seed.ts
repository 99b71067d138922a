/** Fixes the random seed in usual runs, so that results are reproducible; long runs use new seeds. */
import fc from 'fast-check'

if (!process.env.GUILDHALL_LONG) fc.configureGlobal({ seed: 20_261_122 })
