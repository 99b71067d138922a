import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { OwnRecall } from '#lib/publishing/recalls/recall-views.ts'
import { OwnRecallSections } from './own-recall.tsx'

const OWN: OwnRecall = {
  ...{
    ways: ['ran', 'installed'],
    runCount: 2,
    runs: [],
    secrets: [],
    sent: [],
    summedRuns: 2,
    untoldRuns: 0,
  },
  ...{ configHref: '/settings/config/acme/tools', vaultChanges: [], usedBy: [] },
  ...{ refundedRuns: 0, refunded: '0', canRotate: true },
}

const drawn = (own: Partial<OwnRecall>) =>
  renderToStaticMarkup(
    <OwnRecallSections
      own={{ ...OWN, ...own }}
      recallId="recall"
      organisation={{ id: 'org', name: 'Acme' }}
      rotate={async () => ({ ok: true, data: undefined })}
      undo={async () => ({ ok: true, data: undefined })}
    />,
  )

const NOTHING_LEFT = 'No request of your runs left for a host.'

test('the page of a recall says that nothing left for hosts if all runs are known', () => {
  expect(drawn({})).toContain(NOTHING_LEFT)
})

test.each<[string, Partial<OwnRecall>]>([
  ['whose content was deleted', { untoldRuns: 1 }],
  ['that were too many to sum', { runCount: 2_000, summedRuns: 1_000 }],
])('the page of a recall does not say so of runs %s', (_, own) => {
  expect(drawn(own)).not.toContain(NOTHING_LEFT)
})
