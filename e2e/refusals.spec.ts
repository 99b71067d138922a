/** What each of us may not do, tried past the buttons: by address, by replay, from another site. */
import { catchAction, sendAgain } from './caught-action.ts'
import { expect, expectSignedIn, fillSignIn, fillSignUp, PASSWORD, test } from './fixtures.ts'
import { execute, openSkill, output, TEXT_STATISTICS } from './quick-execute-page.ts'
import { expectSaved, openNewDraft, openSection } from './studio-page.ts'

test('a draft is nobody else’s: not to open, to download, to change, to run or to find', async ({
  page,
  signUp,
  signIn,
  otherPage,
}) => {
  await signIn('publisher')
  const { slug, path } = await openNewDraft(page)
  const save = await catchAction(page, () => page.getByLabel('Tagline').fill('Mine'))
  await expectSaved(page)
  await openSection(page, 'Greet')
  await openSection(page, 'Try it')
  const run = await catchAction(page, () => page.getByRole('button', { name: 'Run', exact: true }).click())
  await expect(output(page)).toContainText('Succeeded')

  const stranger = await otherPage()
  await signUp(stranger)
  const visitor = await otherPage()
  for (const address of [path, `/api/drafts/${path.split('/').at(-1)}`, `/ledgerworks/${slug}/greet`]) {
    const response = await stranger.request.get(address)
    expect(response.status(), address).toBe(404)
  }
  for (const action of [save, run]) {
    expect(await (await sendAgain(stranger.request, action)).text()).toContain('NOT_FOUND')
    expect(await (await sendAgain(visitor.request, action)).text()).toContain('UNAUTHENTICATED')
  }
})

test('a run is nobody else’s: not to read, to follow, to end or to share', async ({
  page,
  signUp,
  signIn,
  otherPage,
}) => {
  await signUp()
  await execute(page, TEXT_STATISTICS, { Text: 'For my eyes only.' })
  await output(page).getByRole('link', { name: 'Open this run' }).click()
  await expect(page).toHaveURL(/\/runs\/.+/)
  const share = await catchAction(page, () => page.getByRole('button', { name: 'Create link' }).click())
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(1)

  const { pathname } = new URL(page.url())
  const stranger = await otherPage()
  await signIn('admin', stranger)
  const visitor = await otherPage()
  expect((await stranger.goto(pathname))?.status()).toBe(404)
  for (const [from, status] of [
    [stranger, 404],
    [visitor, 401],
  ] as const) {
    expect((await from.request.get(`/api${pathname}/events`)).status()).toBe(status)
    expect((await from.request.post(`/api${pathname}/cancel`)).status()).toBe(status)
  }
  expect(await (await sendAgain(stranger.request, share)).text()).toContain('NOT_FOUND')
  expect(await (await sendAgain(visitor.request, share)).text()).toContain('UNAUTHENTICATED')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(1)
})

test('another site can make no call in one’s name', async ({ page, signUp }) => {
  await signUp()
  await openSkill(page, TEXT_STATISTICS)
  await page.getByLabel('Text').fill('Not from here.')
  const run = await catchAction(page, () => page.getByRole('button', { name: 'Run', exact: true }).click())
  await expect(output(page)).toContainText('Succeeded')

  const action = await sendAgain(page.request, run, 'https://evil.example')
  expect(action.ok()).toBe(false)
  for (const address of ['/api/runs/any/cancel', '/api/images']) {
    for (const [header, value] of [
      ['origin', 'https://evil.example'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      const response = await page.request.post(address, { headers: { [header]: value }, data: '' })
      expect(response.status(), address).toBe(403)
      expect(await response.text()).toContain('POLICY_DENIED')
    }
  }
  await page.goto('/runs')
  await expect(page.getByRole('main').getByRole('link', { name: /text_statistics/ })).toHaveCount(1)
})

test('signing up and signing in never lead to another site', async ({ page, otherPage }) => {
  const elsewhere = encodeURIComponent('//evil.example/steal')
  await page.goto(`/sign-up?next=${elsewhere}`)
  const { origin } = new URL(page.url())
  const { email } = await fillSignUp(page)
  await expectSignedIn(page)
  expect(page.url()).toBe(`${origin}/`)

  const other = await otherPage()
  // A tab, which browsers drop: the address of another site again.
  await other.goto('/sign-in?next=/%09/evil.example')
  await fillSignIn(other, { email, password: PASSWORD })
  await expectSignedIn(other)
  expect(other.url()).toBe(`${origin}/`)
})

test('a session that was copied dies with “sign out everywhere”', async ({
  page,
  context,
  browser,
  signUp,
}) => {
  await signUp()
  const thief = await browser.newContext({ storageState: await context.storageState() })
  expect((await thief.request.get('/settings', { maxRedirects: 0 })).status()).toBe(200)

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/sign-in')
  await page.goto('/notices')
  await expect(page).toHaveURL('/sign-in?next=%2Fnotices')

  const refused = await thief.request.get('/settings', { maxRedirects: 0 })
  expect(refused.status()).toBe(307)
  expect(refused.headers().location).toContain('/sign-in')
})

test('an address that nothing can decode leads nowhere, and says so', async ({ page }) => {
  const answer = await page.goto('/docs/%ff')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const api = await page.request.get('/api/skills/%ff/contract.json')
  expect([api.status(), (await api.json()).error.code]).toEqual([404, 'NOT_FOUND'])
})
