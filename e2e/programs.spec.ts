/** What programs use: code samples for the form's input, and files of any size. */
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { expect, test } from './support/fixtures.ts'
import { openSkill, output, runButton, TEXT_STATISTICS } from './support/quick-execute-page.ts'
import { parcelSkillSet, publishFile } from './support/submit-file.ts'

test('the Code tab writes the call while the user types, in each language', async ({ page }) => {
  await openSkill(page, TEXT_STATISTICS)
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByRole('group', { name: 'curl command' })).toContainText('quick brown fox')

  await page.getByLabel('Text', { exact: true }).fill("It's $HOME")

  await expect(page.getByRole('group', { name: 'curl command' })).toContainText(`"It'\\''s $HOME"`)
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('group', { name: 'Python program' })).toContainText(`"text": "It's $HOME"`)
})

/** A skill that returns a file's lines, numbered, in another file. */
const COUNTS_LINES: SkillSetDocument['skills'][number] = {
  slug: 'count',
  name: 'Count lines',
  description: 'Counts the lines of a file and writes them with their numbers.',
  prompt:
    'Use this skill to count the lines of a text file. It takes the file as a blob and returns another.',
  definition: `async function handler({ parameters, context }) {
  if (!parameters.file) return { message: 'There is no file to count.' }
  const lines = (await context.blobs.readText(parameters.file)).trim().split('\\n')
  const numbered = lines.map((line, index) => (index + 1) + ' ' + line).join('\\n')
  return { message: lines.length + ' lines.', numbered: await context.blobs.write(numbered, 'text/plain') }
}
`,
  parameters: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'blob', title: 'File', description: 'The file to count.' },
    },
    additionalProperties: false,
  },
  response: {
    type: 'object',
    properties: {
      message: { type: 'string', description: 'How many lines.' },
      numbered: { type: 'string', format: 'blob', description: 'The lines with their numbers.' },
    },
    required: ['message'],
  },
  examples: [{ title: 'No file', input: {} }],
}

test('a chosen file is sent as a blob, and the returned file can be viewed and saved', async ({
  page,
  signUp,
}) => {
  const { name } = await publishFile(parcelSkillSet({ skills: [COUNTS_LINES] }))
  await signUp()
  await openSkill(page, `/${name.replaceAll('.', '/')}/count`)

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'poem.txt', mimeType: 'text/plain', buffer: Buffer.from('roses\nviolets\n') })
  const input = page.getByRole('region', { name: 'Input', exact: true })
  await expect(input.getByRole('link', { name: 'Download poem.txt' })).toBeVisible()
  await runButton(page).click()

  await expect(output(page)).toContainText('2 lines.')
  await expect(output(page)).toContainText('1 roses\n2 violets')
  const download = page.waitForEvent('download')
  await output(page)
    .getByRole('link', { name: /^Download/ })
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.txt$/)
})
