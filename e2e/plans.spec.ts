// Building, running and resuming a plan.
import { expect, freshSlug, test } from './support/fixtures.ts'
import { execute, output } from './support/quick-execute-page.ts'
import { claimHandle, openSection } from './support/studio-page.ts'

test('a user builds a plan, fixes the problems found, runs it and sees the result', async ({
  page,
  signUp,
}) => {
  await signUp()
  await page.goto('/plans/new')
  await page.getByLabel('Name').fill('Slugs of a list')
  await page.getByRole('button', { name: 'Create plan' }).click()

  const addStep = async (tool: string) => {
    await page.getByRole('button', { name: /^Add (the first|a) step$/ }).click()
    await page.getByPlaceholder('Find a tool or a skill').fill(tool)
    await page.getByRole('option', { name: new RegExp(`util\\.${tool}`) }).click()
  }
  await addStep('parseMarkdownBullets')
  await page.getByRole('textbox', { name: 'Text' }).fill('- Red apple\n- Green pear')
  await addStep('slugifyTitle')
  const slug = page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Make a slug' })

  await test.step('a number is picked from compatible values; the form shows it as a reference', async () => {
    await slug.getByRole('button', { name: 'Use a result for Max length' }).click()
    await page.getByRole('option', { name: /^1 count/ }).click()
    await expect(slug.getByTitle('$steps.parseMarkdownBullets.count')).toHaveText(
      /Read Markdown bullets.*count/,
    )
  })

  await test.step('a list cannot be used as text: the check reports it and how to fix it', async () => {
    await slug.getByRole('textbox', { name: 'Title' }).fill('$steps.parseMarkdownBullets.items')
    const check = page.getByRole('complementary', { name: 'Plan check' })
    await expect(check).toContainText('is a list')
    await check.getByRole('button', { name: 'Repeat for each item in the list' }).click()
    await expect(check).toContainText('The plan can run')
  })

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Run plan' }).click()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('2 of 2 items done')).toBeVisible()
  await page.getByRole('button', { name: /^1 Read Markdown bullets/ }).click()
  await expect(page.getByRole('cell', { name: 'Red apple', exact: true })).toBeVisible()
})

test('a failed plan continues from the failed step with other arguments, and its file changes can be undone', async ({
  page,
  signUp,
}) => {
  await signUp()
  const folder = freshSlug('tasks')
  const create = (id: string) => ({
    id,
    tool: 'vault.createFile',
    args: { path: `${folder}/a.md`, content: id },
  })
  const steps = [create('first'), { ...create('second'), dependsOn: ['first'] }]
  const plan = { version: '1', goal: 'Make two files', riskLevel: 'writes', steps }
  await page.goto('/plans/new')
  await page.locator('input[data-file=plan]').setInputFiles({
    name: 'two-files.plan.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(plan)),
  })
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Run this plan?' })
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText(`${folder}/a.md`)
  await dialog.getByRole('button', { name: 'Run plan' }).click()
  await expect(page.getByText('Stopped at step 2')).toBeVisible()

  await page.getByLabel('Path').fill(`${folder}/b.md`)
  await page.getByRole('button', { name: 'Resume with these arguments' }).click()
  await expect(page.getByText('done earlier')).toBeVisible()
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: /^2 Create a file second/ }).click()
  await expect(page.getByRole('list', { name: 'What changed' })).toContainText(`Created ${folder}/b.md`)

  await page.getByRole('button', { name: 'Undo changes' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('this run or the run it resumed')
  await question.getByRole('button', { name: 'Undo changes' }).click()
  await expect(question).toHaveCount(0)
  // The plan created the folder, too.
  expect((await page.request.get(`/api/vault/files?prefix=${folder}`)).status()).toBe(404)
})

test('a plan becomes a skill with a contract, which its publisher tries, publishes and runs', async ({
  page,
  signUp,
}) => {
  await signUp()
  const handle = await claimHandle(page)
  const steps = [
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '- Red apple' } },
    {
      id: 'slugs',
      tool: 'util.slugifyTitle',
      args: { title: '$bullet.text' },
      foreach: { from: '$steps.bullets.items', itemName: 'bullet' },
    },
  ]
  const outputs = { slugs: '$steps.slugs', count: '$steps.bullets.count' }
  const plan = { version: '1', goal: 'Make slugs of a list.', riskLevel: 'read-only', steps, outputs }
  await page.goto('/plans/new')
  await page.locator('input[data-file=plan]').setInputFiles({
    name: 'Slugs.plan.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(plan)),
  })
  await page.getByRole('button', { name: 'More plan actions' }).click()
  await page.getByRole('menuitem', { name: 'Publish as skill' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Publish as skill' })).toBeVisible()
  await page.getByLabel('Private').check()
  await page.getByLabel('text: "- Red apple"').check()
  await page.getByLabel('Parameter name').fill('list')
  await page.getByRole('button', { name: 'Create draft' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Slugs' })).toBeVisible()

  await openSection(page, 'Checklist & submit')
  await page.getByRole('button', { name: 'Run checks' }).click()
  await expect(page.getByText('All checks passed.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish 1.0.0 privately' }).click()
  await expect(page.getByText('1.0.0 is published.')).toBeVisible()

  await execute(page, `/${handle}/slugs/slugs`, { List: '- Green pear\n- Blue plum' })
  await expect(output(page)).toContainText('green-pear')
  await expect(output(page)).toContainText('blue-plum')
})
