import { expect, test } from 'vitest'
import { formatEffects } from './tool-result.ts'

const EFFECTS = {
  created: ['A', 'A/b.md', 'A/c.md', 'A/d.md'],
  modified: ['e.md'],
  deleted: ['F'],
  renamed: [{ from: 'g.md', to: 'h.md' }],
}

test('changes that were made and changes of a dry run are described in different words', () => {
  expect(formatEffects(EFFECTS)).toBe(
    'Created A, A/b.md, A/c.md and 1 more. Changed e.md. Deleted F. Moved g.md to h.md.',
  )
  expect(formatEffects(EFFECTS, { isDryRun: true })).toBe(
    'Would create A, A/b.md, A/c.md and 1 more. Would change e.md. Would delete F. Would move g.md to h.md.',
  )
})
