/**
 * The usual run draws the same cases each time, so that it says the same of the same code; the long run draws others.
 */
import fc from 'fast-check'

if (!process.env.GUILDHALL_LONG) fc.configureGlobal({ seed: 20_261_122 })
