/**
 * Prints which rooms import which, from `lib/layers.ts` and the imports of the code: a room may import only rooms below
 * it. `--mermaid` prints a diagram instead; name an area (`lib`, `components`, `sandboxd`, `bin`) to see it alone.
 *
 * It judges nothing: `lib/layers.test.ts` does.
 */

import { LAYERS } from '#lib/layers.ts'
import { requireNodeVersion } from './server/runtime/require-node.ts'
import { drawMermaid, drawText } from './structure/draw-rooms.ts'
import { isTest, readSources } from './structure/read-sources.ts'
import { type Area, findRooms } from './structure/rooms.ts'

requireNodeVersion()

const areas = Object.keys(LAYERS) as Area[]
const named = areas.filter((area) => process.argv.includes(area))
const shown = named.length > 0 ? named : areas
const product = readSources(...shown).filter(({ file }) => !isTest(file))

for (const area of shown) {
  const layers = findRooms(area, product)
  console.log(process.argv.includes('--mermaid') ? drawMermaid(layers) : drawText(area, layers))
  console.log()
}
