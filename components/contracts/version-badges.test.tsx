import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { VersionSummary } from '#lib/catalog/catalog-views.ts'
import { WithdrawalNotice } from '../publishing/recalls/withdrawal-notice.tsx'
import { VersionBadges, VersionNotice } from './version-badges.tsx'

const REASON = 'It deletes files.'

const PUBLISHED: VersionSummary = {
  ...{ id: 'v', number: '1.2.0', state: 'PUBLISHED', visibility: 'PUBLIC', reviewed: true, publishedAtMs: 0 },
  ...{ changelog: '', deprecationNotice: null, deprecatedAtMs: null, yankReason: null, yankedAtMs: null },
  ...{ withdrawal: null, isPaused: false, provenance: null },
}

const RECALLED: VersionSummary = {
  ...PUBLISHED,
  ...{ state: 'YANKED', yankReason: REASON, yankedAtMs: 0 },
  withdrawal: { kind: 'recall', id: 'r', recallClass: 'data_loss', reason: REASON, replacement: '1.2.1' },
}

function renderNotices(version: VersionSummary): string {
  return renderToStaticMarkup(
    <>
      <VersionBadges version={version} />
      <VersionNotice version={version} />
      <WithdrawalNotice version={version} />
    </>,
  )
}

describe('the page of a version', () => {
  test('tells the reason of a recall once, and does not call it a take-down', () => {
    const html = renderNotices(RECALLED)

    expect(html.split(REASON)).toHaveLength(2)
    expect(html).toContain('>Recalled<')
    expect(html).not.toMatch(/taken down/i)
  })

  test('tells of a take-down that is no recall', () => {
    const html = renderNotices({ ...RECALLED, withdrawal: null })

    expect(html).toContain('>Taken down<')
    expect(html).toContain(REASON)
  })

  test('shows a quarantine beside its number', () => {
    const withdrawal = { kind: 'quarantine', reason: REASON, endsAtMs: 0 } as const

    expect(renderNotices({ ...PUBLISHED, withdrawal })).toContain('>In quarantine<')
  })
})
