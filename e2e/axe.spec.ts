/** Every page there is, as whoever may see it: for everybody to use, on any screen, in light and dark. */
import { type DemoPerson, expect, test } from './fixtures.ts'
import { expectAtRest, expectGoodPage, listenForComplaints } from './good-page.ts'
import { demoRun, resetPath, submitted } from './things-to-see.ts'

type Visit = {
  as: DemoPerson | 'visitor' | 'newcomer'
  path: string | (() => Promise<string>)
  /** When it is not the path. */
  title?: string
  status?: number
}

const submission = async () => `/review/${(await submitted()).submissionId}`
const run = async () => `/runs/${await demoRun()}`

// biome-ignore format: a table reads in rows
const VISITS: Visit[] = [
  { as: 'visitor',   path: '/' },
  { as: 'visitor',   path: '/?category=dates&sort=newest' },
  { as: 'visitor',   path: '/?q=xqzzkwv' },
  { as: 'visitor',   path: '/guildhall' },
  { as: 'visitor',   path: '/guildhall/text_tools' },
  { as: 'visitor',   path: '/guildhall/text_tools/text_statistics' },
  { as: 'visitor',   path: '/docs' },
  { as: 'visitor',   path: '/docs/publishing' },
  { as: 'visitor',   path: '/docs/contracts' },
  { as: 'visitor',   path: '/docs/lint' },
  { as: 'visitor',   path: '/docs/schemas' },
  { as: 'visitor',   path: '/docs/errors' },
  { as: 'visitor',   path: '/docs/sdk' },
  { as: 'visitor',   path: '/docs/commands' },
  { as: 'visitor',   path: '/sign-in' },
  { as: 'visitor',   path: '/sign-up' },
  { as: 'visitor',   path: resetPath, title: 'a reset link' },
  { as: 'visitor',   path: '/nobody/nothing', status: 404 },
  { as: 'user',      path: '/' },
  { as: 'user',      path: '/ledgerworks/shop_desk' },
  { as: 'user',      path: '/guildhall/text_tools/text_statistics' },
  { as: 'user',      path: '/runs' },
  { as: 'user',      path: '/runs?state=cancelled&skill=guildhall.none.at_all' },
  { as: 'user',      path: run, title: 'a run' },
  { as: 'user',      path: '/notices' },
  { as: 'user',      path: '/settings' },
  { as: 'user',      path: '/settings/organisation' },
  { as: 'user',      path: '/settings/installed' },
  { as: 'user',      path: '/settings/keys' },
  { as: 'user',      path: '/settings/config/ledgerworks/shop_desk' },
  { as: 'user',      path: '/review', status: 403 },
  { as: 'newcomer',  path: '/runs' },
  { as: 'newcomer',  path: '/notices' },
  { as: 'newcomer',  path: '/settings/installed' },
  { as: 'newcomer',  path: '/publish' },
  { as: 'publisher', path: '/publish' },
  { as: 'publisher', path: '/publish/new' },
  { as: 'publisher', path: submission, title: 'a submission' },
  { as: 'admin',     path: '/review' },
  { as: 'admin',     path: '/review?tab=decided' },
  { as: 'admin',     path: '/review/audit' },
  { as: 'admin',     path: submission, title: 'a submission' },
  { as: 'admin',     path: '/admin/status' },
]

test.describe.configure({ mode: 'parallel' })

for (const { as, path, title = path, status = 200 } of VISITS) {
  test(`${title} is for everybody to use, seen as ${as}`, async ({ page, signIn, signUp }) => {
    const complaints = listenForComplaints(page)
    if (as === 'newcomer') await signUp()
    else if (as !== 'visitor') await signIn(as)

    const response = await page.goto(typeof path === 'string' ? path : await path())

    expect(response?.status()).toBe(status)
    await expectAtRest(page)
    await expectGoodPage(page)
    expect(complaints).toEqual([])
  })
}
