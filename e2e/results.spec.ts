/** A result as data: its table is sorted, filtered, narrowed, plotted and downloaded. */
import { readFile } from 'node:fs/promises'
import readExcelFile from 'read-excel-file/node'
import { withInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { expect, test } from './support/fixtures.ts'
import { expectState, openSkill, output, runButton } from './support/quick-execute-page.ts'

const CSV_TO_JSON = '/guildhall/data_tools/csv_to_json'
const ROWS = 2_000

/** Amounts are a thousand times the shares. */
const CSV = [
  'city,amount,share',
  ...Array.from(
    { length: ROWS },
    (_, at) => `${at === 1_321 ? '=HYPERLINK(1)' : `C${at}`},${at * 10},${(at % 7) / 10}`,
  ),
].join('\n')

test('a table of 2,000 rows is filtered, sorted, narrowed, scrolled to its end, plotted and downloaded', async ({
  page,
}) => {
  // Typed, so many lines would take Chromium seconds.
  await openSkill(page, withInputFragment(CSV_TO_JSON, { csv: CSV }))
  await runButton(page).click()
  await expectState(page, 'Succeeded')
  const table = output(page).getByRole('region', { name: 'Rows', exact: true })
  const rows = table.getByRole('row')
  await expect(output(page)).toContainText('2,000 rows')

  // Only the rows that the frame shows are drawn.
  expect(await rows.count()).toBeLessThan(100)
  await table.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await expect(table).toContainText('C1999')

  await table.getByRole('button', { name: 'Amount' }).click()
  await table.getByRole('button', { name: 'Amount' }).click()
  await table.evaluate((frame) => frame.scrollTo(0, 0))
  await expect(rows.nth(1)).toContainText('C1999')

  await output(page).getByRole('searchbox', { name: 'Filter Rows' }).fill('hyperlink')
  await expect(output(page)).toContainText('1 of 2,000 rows')
  await output(page).getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Share' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(table.getByRole('columnheader')).toHaveText(['City', 'Amount'])

  const download = async (kind: string) => {
    const downloading = page.waitForEvent('download')
    await output(page).getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: kind }).click()
    return (await downloading).path()
  }
  expect(await readFile(await download('CSV'), 'utf8')).toBe("city,amount\r\n'=HYPERLINK(1),13210\r\n")
  expect(JSON.parse(await readFile(await download('JSON'), 'utf8'))).toEqual([
    { city: '=HYPERLINK(1)', amount: 13_210 },
  ])
  // All rows: large enough for the library to compress in a worker.
  await output(page).getByRole('searchbox', { name: 'Filter Rows' }).fill('')
  await expect(output(page)).not.toContainText('1 of 2,000 rows')
  const [sheet] = await readExcelFile(await download('Excel'))
  expect(sheet?.data).toHaveLength(ROWS + 1)

  await output(page).getByRole('button', { name: 'Chart', exact: true }).click()
  await expect(output(page).getByRole('figure')).toHaveCount(2)
  await output(page).getByLabel('Kind').selectOption('Bars')
  const saving = page.waitForEvent('download')
  await output(page).getByRole('button', { name: 'PNG' }).click()
  expect((await readFile(await (await saving).path())).subarray(1, 4).toString()).toBe('PNG')
})
