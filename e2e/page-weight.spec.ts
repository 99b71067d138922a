/**
 * What a first visit sends, in KiB, compressed. Raise a limit only for something that visitors of the page need at
 * once; the rest is loaded when it is used.
 */
import { expect, test } from './support/fixtures.ts'
import { measureWeight } from './support/measure-weight.ts'
import { TEXT_STATISTICS } from './support/quick-execute-page.ts'
import { openNewDraft } from './support/studio-page.ts'

const MAX_FONT_KIB = 70

// biome-ignore format: table
const PAGES = [
  // Visitors can run a skill there.
  { address: '/',             maxScriptKib: 165 },
  // A form needs a cache of its schemas at once: lru-cache has 6 KiB. What was typed before it worked, tables for lists, and
  // controls for times and durations have 7. Loading a large input, and the way to the wallet, have 2.
  { address: TEXT_STATISTICS, maxScriptKib: 313 },
  // The language and time zone of the reader, with which no date changes when a page has loaded.
  { address: '/sign-in',      maxScriptKib: 168 },
  { address: '/docs',         maxScriptKib: 160 },
]

for (const { address, maxScriptKib } of PAGES) {
  test(`${address} sends at most ${maxScriptKib} KiB of scripts to a visitor`, async ({ page }) => {
    const { scriptKib, fontKib } = await measureWeight(page, address)

    expect(scriptKib).toBeLessThanOrEqual(maxScriptKib)
    expect(fontKib).toBeLessThanOrEqual(MAX_FONT_KIB)
    // A lower figure would mean that nothing was measured.
    expect(scriptKib).toBeGreaterThan(100)
    expect(fontKib).toBeGreaterThan(20)
  })
}

// The studio has the price of instructions, the choice of a release, and the buttons of the assistant: 2 KiB. The groups of a
// choice, units and sections of fields, and the draft from before a program's change are 3.
test('the vault and the studio send at most 412 KiB of scripts', async ({ page, signIn }) => {
  await signIn('publisher')
  const { path } = await openNewDraft(page)

  for (const address of ['/vault', path]) {
    const { scriptKib } = await measureWeight(page, address)
    expect(scriptKib, address).toBeLessThanOrEqual(412)
  }
})
