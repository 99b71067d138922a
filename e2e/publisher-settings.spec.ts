/** Renaming a published SkillSet and embedding it in another site. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './support/fixtures.ts'
import { freshSlug } from './support/people.ts'
import { parcelSkillSet, publishFile } from './support/submit-file.ts'

test('a SkillSet is renamed and embedded by another site', async ({
  page,
  context,
  request,
  signIn,
  baseURL,
}) => {
  const document = parcelSkillSet()
  await publishFile(document)
  await signIn('publisher')
  await page.goto('/publish')
  await page.getByRole('link', { name: document.name }).click()
  await page.getByRole('button', { name: 'More about this draft' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  // The previous page has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'SkillSet settings' })).toBeVisible()
  const slug = freshSlug('renamed')

  await test.step('the old address redirects to the new one', async () => {
    await page.getByRole('textbox', { name: 'Slug' }).fill(slug)
    await page.getByRole('button', { name: 'Rename' }).click()
    await expect(page.getByText(`Former names`)).toContainText(`ledgerworks.${document.slug}`)

    const old = await request.get(`/ledgerworks/${document.slug}/quote?version=1.0.0`, { maxRedirects: 0 })
    expect(old.status()).toBe(308)
    expect(new URL(old.headers().location ?? '', baseURL).href).toBe(
      new URL(`/ledgerworks/${slug}/quote?version=1.0.0`, baseURL).href,
    )
  })

  await test.step('a listed site shows the form, which opens the skill with its input', async () => {
    const embedded = new URL(`/embed/ledgerworks/${slug}/quote`, baseURL).href
    const server = http.createServer((_, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(`<iframe src="${embedded}" width="900" height="700">`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await page.getByLabel('Sites').fill(site)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()

    await page.goto(site)
    const frame = page.frameLocator('iframe')
    await frame.getByLabel('Weight').fill('3')
    const opened = context.waitForEvent('page')
    await frame.getByRole('button', { name: 'Open and run' }).click()
    const skill = await opened

    await expect(skill.getByLabel('Weight')).toHaveValue('3')
    expect(skill.url()).toBe(new URL(`/ledgerworks/${slug}/quote`, baseURL).href)
    await skill.close()
    server.closeAllConnections()
    server.close()
  })
})
