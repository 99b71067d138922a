import { expect, test } from './support/fixtures.ts'
import { output, runButton } from './support/quick-execute-page.ts'
import { parcelSkill, parcelSkillSet, publishFile } from './support/submit-file.ts'

test('a list of choices shows its default, can be emptied, and the skill receives what was chosen', async ({
  page,
  signUp,
}) => {
  const { name } = await publishFile(
    parcelSkillSet({
      configDefinitions: [
        {
          key: 'stamps',
          label: 'Stamps',
          type: 'MULTI_SELECT',
          required: false,
          defaultValue: 'fragile,express',
          options: ['fragile', 'express', 'heavy'],
          order: 0,
          isSensitive: false,
        },
        {
          key: 'depot',
          label: 'Depot',
          type: 'STRING',
          required: false,
          defaultValue: '07',
          validation: '^[0-9]{2}$',
          order: 1,
          isSensitive: false,
        },
      ],
      skills: [
        {
          ...parcelSkill(),
          definition: `async function handler({ config }) {
  return { message: 'Stamps: ' + JSON.stringify(config.stamps), price: 1 }
}
`,
        },
      ],
    }),
  )
  const address = `/${name.replace('.', '/')}`
  const run = async () => {
    await page.goto(`${address}/quote`)
    await page.getByLabel('Weight', { exact: true }).fill('2')
    await runButton(page).click()
  }
  await signUp()
  await run()
  await expect(output(page)).toContainText('Stamps: ["fragile","express"]')

  await page.goto(`/settings/config${address}`)
  await expect(page.getByRole('checkbox', { name: 'fragile' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'express' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'heavy' })).not.toBeChecked()
  await expect(page.getByText('two digits')).toBeVisible()
  await page.getByRole('checkbox', { name: 'fragile' }).uncheck()
  await page.getByRole('checkbox', { name: 'express' }).uncheck()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'fragile' })).not.toBeChecked()

  await run()
  await expect(output(page)).toContainText('Stamps: []')
})
