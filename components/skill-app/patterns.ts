/** A script of its own, which only the frames of contracts with complex patterns have. It comes before that of the frame. */
import { RE2JS } from 're2js'

Object.assign(globalThis, { RE2JS })
