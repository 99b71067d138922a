/** The vault: edits are saved and can be undone, and an agent edits the same text. */
import type { Page } from '@playwright/test'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { actAs } from './support/configure-site-environment.ts'
import { expect, test } from './support/fixtures.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of / })
const saved = (page: Page) => page.getByRole('main').getByText('Saved', { exact: true })

/** Creates a note and waits until its editor has the focus, which it takes by itself. */
async function newNote(page: Page, name: string, path = name): Promise<void> {
  await page.goto('/vault')
  await page.getByRole('main').getByRole('button', { name: 'New note' }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create note' }).click()
  await expect(page.getByRole('textbox', { name: `Text of ${path}`, exact: true })).toBeFocused()
}

test('a person writes a note, finds it again after a reload, and takes a change back', async ({
  page,
  signUp,
}) => {
  await signUp()
  await newNote(page, 'Ideas/Boats', 'Ideas/Boats.md')
  await page.keyboard.type('# Boats\n\nRed')
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('treeitem', { name: 'Boats.md' })).toBeVisible()
  await expect(editor(page)).toContainText('Red')
  // The last edit may not have been saved before the reload.
  await expect(saved(page)).toBeVisible()

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(editor(page)).not.toContainText('Red')
})

test('⌘K opens a file by its name, also one that was in front before', async ({ page, signUp }) => {
  await signUp()
  await newNote(page, 'Boats/Red.md')
  await newNote(page, 'Loose.md')
  const inFront = (path: string) => expect(page).toHaveURL(`/vault?${new URLSearchParams({ file: path })}`)
  const find = async (query: string, file: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type(query)
    await expect(page.getByRole('option', { selected: true })).toContainText(file)
    await page.keyboard.press('Enter')
  }

  await find('boats red', 'Boats/Red.md')
  await inFront('Boats/Red.md')
  await page.getByRole('treeitem', { name: 'Loose.md' }).click()
  await inFront('Loose.md')
  await find('boats red', 'Boats/Red.md')
  await inFront('Boats/Red.md')

  await find('open file', 'Open file')
  await page.keyboard.type('oo')
  await expect(page.getByRole('option')).toHaveText(['Loose.md'])
  await expect(page.getByRole('option', { selected: true })).toHaveText('Loose.md')
  await page.keyboard.press('Enter')
  await inFront('Loose.md')
})

test('a file is moved by dragging, and everything a row can do is reached by keys', async ({
  page,
  signUp,
}) => {
  await signUp()
  await newNote(page, 'Boats/Red.md')
  await newNote(page, 'Loose.md')
  const row = (name: string) => page.getByRole('treeitem', { name })
  // Waits for all rows, because they must not move while one is dragged over them.
  await expect(page.getByRole('treeitem')).toHaveText(['Boats', 'Red.md', 'Loose.md'])

  await row('Loose.md').dragTo(row('Boats'))
  // Both folders are reloaded in turn, so the row is briefly in both.
  const levels = () => row('Loose.md').evaluateAll((rows) => rows.map(({ ariaLevel }) => ariaLevel))
  await expect.poll(levels).toEqual(['2'])

  await row('Boats').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Rename or move' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New path')).toHaveValue('Boats/Loose.md')
  await page.keyboard.press('Escape')
  await expect(row('Loose.md')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(row('Loose.md')).toBeHidden()
  await expect(row('Red.md')).toBeFocused()
})

test('an agent replaces a person’s selection while the person keeps typing', async ({
  page,
  request,
  signUp,
}) => {
  const { email } = await signUp()
  const { key } = await createKey(await actAs(email), {
    name: 'Agent',
    scopes: ['read', 'run', 'write'],
    expiresInDays: 1,
  })
  await newNote(page, 'Letter.md')
  await page.keyboard.type('Dear NAME,\n')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  const call = async (tool: string, args: object) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await request.post(`/api/skills/${tool}/runs`, { headers, data: { args } })).json()
  }
  await expect.poll(async () => (await call('editor.getSelection', {})).output?.text).toBe('NAME')

  const replaced = call('editor.replaceSelection', { text: 'Ada' })
  await expect(editor(page)).toContainText('Dear Ada,')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('see you on Sunday')

  await expect(saved(page)).toBeVisible()
  expect(await replaced).toMatchObject({ output: { filePath: 'Letter.md', insertedChars: 3 } })
  const content = async () => (await call('vault.readFile', { path: 'Letter.md' })).output?.content
  await expect.poll(content).toBe('Dear Ada,\nsee you on Sunday')

  // Files that an agent creates appear in the person's tree.
  await call('vault.createFile', { path: 'Reply.md', content: 'Gladly.' })
  await expect(page.getByRole('treeitem', { name: 'Reply.md' })).toBeVisible()
})

test('a workspace is reachable only by its owner, from a page of this site', async ({
  page,
  request,
  signUp,
}) => {
  const id = crypto.randomUUID()
  const push = { documentId: id, version: 0, clientId: 'page', changes: [] }

  for (const address of [`/api/workspace/events?page=${id}`, `/api/workspace/documents/${id}`])
    expect((await request.get(address)).status(), address).toBe(401)
  expect((await request.post('/api/workspace/updates', { data: push })).status()).toBe(401)

  await signUp()
  const foreign = { origin: 'https://elsewhere.example' }
  const sent = await page.request.post('/api/workspace/updates', { data: push, headers: foreign })
  expect(sent.status()).toBe(403)
  const other = await page.request.post(`/api/workspace/updates?organisation=${id}`, { data: push })
  expect((await other.json()).error.code).toBe('PRECONDITION_FAILED')
})
