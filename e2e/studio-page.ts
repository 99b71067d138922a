/** The words for what publishers do in the studio. */
import { expect, type Page } from '@playwright/test'
import { emptyDocument } from '#lib/contract/document/empty-document.ts'
import { newSkill } from '#lib/contract/document/new-skill.ts'
import { createSkillSet as insertSkillSet } from '#lib/studio/create-skill-set.ts'
import { actAsPublisher } from './connect-to-site.ts'
import { freshSlug } from './people.ts'

/** Claims a fresh handle for whoever is signed in. */
export async function claimHandle(page: Page): Promise<string> {
  const handle = freshSlug('press')
  await page.goto('/publish')
  await page.getByLabel('Handle').fill(handle)
  await expect(page.getByText(`${handle} is free.`)).toBeVisible()
  await page.getByRole('button', { name: `Claim ${handle}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publish' })).toBeVisible()
  return handle
}

export type Draft = { slug: string; name: string; path: string }

/** Makes a SkillSet with one skill on the page for it, and leaves the page in its studio. */
export async function createSkillSet(page: Page): Promise<Draft> {
  const slug = freshSlug('set')
  const name = `Greetings ${slug.slice(-4)}`
  await page.goto('/publish/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Slug', { exact: true }).fill(slug)
  await page.getByLabel('Skill name').fill('Greet')
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return { slug, name, path: new URL(page.url()).pathname }
}

/** Opens the same of the demo publisher, found ready; `section` is as in the address. */
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

/** Opens a section by its name in the navigation; those of a skill once the skill is open. */
export async function openSection(page: Page, name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' })
  const link = sections.getByRole('link', { name })
  const href = await link.getAttribute('href')
  await link.click()
  // What is filled in next must not reach the section that is just being left, nor lose the keys to the new one's
  // heading, which gets them a moment after it has come.
  await expect(sections.locator(`[aria-current="true"][href="${href}"]`)).toHaveCount(1)
  await expect(page.getByRole('main').locator('h2:focus')).toHaveCount(1)
}

/** Replaces what stands in a code field. */
export async function writeCode(page: Page, field: string, code: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(code)
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByTestId('save-status')).toContainText(/^Saved/)
}
