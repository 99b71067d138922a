import { listPeople } from '#lib/accounts/manage-users.ts'
import { parseActivityQuery } from '#lib/audit/audit-query.ts'
import { listActivity } from '#lib/audit/list-activity.ts'
import { getRunStorage } from '#lib/blobs/quotas/run-storage.ts'
import { getContract } from '#lib/catalog/get-contract.ts'
import { getPublisherPage } from '#lib/catalog/get-publisher-page.ts'
import { getSkillPage } from '#lib/catalog/get-skill-page.ts'
import { getSkillSetPage } from '#lib/catalog/get-skill-set-page.ts'
import { EVERYTHING } from '#lib/catalog/model/catalog-query.ts'
import { searchCatalog } from '#lib/catalog/search-catalog.ts'
import type { Context } from '#lib/context/context.ts'
import { listInstalled } from '#lib/installs/list-installed.ts'
import { getStatement } from '#lib/money/get-statement.ts'
import { getLedgerOverview } from '#lib/money/ledger-overview.ts'
import { getWallet } from '#lib/money/wallet.ts'
import { getStatus } from '#lib/monitoring/health/get-health.ts'
import { listNotices } from '#lib/notices/send-notice.ts'
import { listPlanRuns } from '#lib/plans/views/get-plan-run.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { listFailedRuns } from '#lib/publishing/drafts/failed-runs.ts'
import { listMySkillSets } from '#lib/publishing/drafts/list-my-skill-sets.ts'
import { quoteRun } from '#lib/runs/prepare/quote-run.ts'
import { getRunPage } from '#lib/runs/views/get-run.ts'
import { listRunSkills, listRuns, listSkillRuns } from '#lib/runs/views/list-runs.ts'
import { TOOL_SKILLS } from '#lib/tools/tool-skill.ts'

export async function scalePages(): Promise<Record<string, () => Promise<unknown>>> {
  const user = await contextForOperator({ email: 'user@demo.local' })
  const publisher = await contextForOperator({ email: 'publisher@demo.local' })
  const admin = await contextForOperator({ email: 'admin@demo.local' })
  const popular = { publisher: 'pub0', skillset: 's1' }
  const entry = await user.db.catalogEntry.findFirstOrThrow({
    where: { publisher: 'pub0', skillSetSlug: 's1' },
  })
  const { runs } = await listRuns(user)
  const { skill } = await getSkillPage(user, { ...popular, skill: entry.skillSlug })
  const middle = await user.db.run.findFirstOrThrow({
    where: {
      organisationId: user.viewer!.organisationId,
      createdAt: { lt: new Date(Date.now() - 300 * 86_400_000) },
    },
    orderBy: { id: 'desc' },
  })
  const tools = TOOL_SKILLS.map(({ name }) => name)
  return {
    ...searchPages(user),
    skill: () => getSkillPage(user, { ...popular, skill: entry.skillSlug }),
    SkillSet: () => getSkillSetPage(user, popular),
    publisher: () => getPublisherPage(user, 'pub7'),
    contract: () => getContract(user, entry.name),
    quote: () => quoteRun(user, { name: entry.name, skill }),
    runs: () => Promise.all([listRuns(user), listRunSkills(user)]),
    'runs, far back': () => listRuns(user, { cursor: middle.id }),
    'runs of a skill': () => listRuns(user, { skill: entry.name }),
    'runs, failed': () => listRuns(user, { state: 'failed' }),
    'runs, none of a state': () => listRuns(user, { state: 'partial' }),
    'runs, in a period': () => listRuns(user, { from: '2026-01-01', to: '2026-01-31' }),
    'runs, searched': () => listRuns(user, { q: 'a text that no run has' }),
    'runs, of a channel': () => listRuns(user, { channel: 'mcp' }),
    'test runs': () => listRuns(user, { tests: true }),
    'own runs': () => listRuns(user, { mine: true }),
    'own runs of a skill': () => listSkillRuns(user, entry.name),
    run: () => getRunPage(user, runs[0]!.id),
    studio: () => listMySkillSets(publisher),
    'studio, failed runs': () => listFailedRuns(publisher),
    'failed runs without any': () => listFailedRuns(user),
    earnings: () => Promise.all([getWallet(publisher), getStatement(publisher, 'earnings', {})]),
    wallet: () => Promise.all([getWallet(user), getStatement(user, 'wallet', {})]),
    storage: () => getRunStorage(user),
    installed: () => listInstalled(user),
    'plan runs': () => listPlanRuns(user, {}),
    notices: () => listNotices(user),
    'admin: users': () => listPeople(admin, { text: '', page: 0 }),
    'admin: activity': () =>
      listActivity(admin, parseActivityQuery(new URLSearchParams('kind=tools')), { tools }),
    'admin: runs': () => listActivity(admin, parseActivityQuery(new URLSearchParams()), { tools }),
    'admin: money': () => getLedgerOverview(admin),
    'admin: status': () => getStatus(admin),
  }
}

function searchPages(user: Context): Record<string, () => Promise<unknown>> {
  const search =
    (q: string, more = {}) =>
    () =>
      searchCatalog(user, { ...EVERYTHING, q, ...more })
  return {
    home: search(''),
    'home, best rated': search('', { sort: 'rating' }),
    'home, newest': search('', { sort: 'newest' }),
    'search: weather': search('weather'),
    'search: word count': search('word count'),
    'search: waether forcast': search('waether forcast'),
    'search: a sentence': search('I need to know the weather forecast for a city in the next days'),
  }
}
