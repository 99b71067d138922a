import { expect, type Page } from '@playwright/test'
import { emptyDocument, newSkill } from '#lib/contracts/document/empty-document.ts'
import { createSkillSet as insertSkillSet } from '#lib/publishing/drafts/draft-lifecycle.ts'
import { actAsPublisher } from './configure-site-environment.ts'
import { freshSlug } from './people.ts'

export async function claimHandle(page: Page): Promise<string> {
  const handle = freshSlug('press')
  await page.goto('/publish')
  await page.getByLabel('Handle').fill(handle)
  await expect(page.getByText(`${handle} is available.`)).toBeVisible()
  await page.getByRole('button', { name: `Claim ${handle}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publish' })).toBeVisible()
  return handle
}

export type Draft = { slug: string; name: string; path: string }

/** Creates a SkillSet with one skill and leaves the page in the studio. */
export async function createSkillSet(page: Page): Promise<Draft> {
  const slug = freshSlug('set')
  const name = `Greetings ${slug.slice(-4)}`
  await page.goto('/publish/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Slug', { exact: true }).fill(slug)
  await page.getByLabel('Skill name').fill('Greet')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return { slug, name, path: new URL(page.url()).pathname }
}

/** Opens a new draft of the demo publisher; `section` is as in the URL. */
export async function openNewDraft(page: Page, section = 'details'): Promise<Draft> {
  const slug = freshSlug('set')
  const name = `Greetings ${slug.slice(-4)}`
  const skill = newSkill({ slug: 'greet', name: 'Greet', kind: 'action', runtime: 'javascript' })
  const document = emptyDocument({ slug, name, skills: [skill] })
  const path = `/publish/${await insertSkillSet(await actAsPublisher(), { handle: 'ledgerworks', document })}`
  await page.goto(`${path}?section=${section}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return { slug, name, path }
}

/** Opens a section by its name in the navigation; expand a skill before its sections. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const link = sections.getByRole('link', { name })
  const href = await link.getAttribute('href')
  await link.click()
  // Typing must not reach the section that is being left, nor the new section's heading, which takes the
  // focus shortly after rendering.
  await expect(sections.locator(`[aria-current="true"][href="${href}"]`)).toHaveCount(1)
  await expect(page.getByRole('main').locator('h2:focus')).toHaveCount(1)
}

export async function writeCode(page: Page, field: string, code: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(code)
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByTestId('save-status')).toContainText(/^Saved/)
}
