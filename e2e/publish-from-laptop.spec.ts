/** A publisher with a terminal: a key from the browser, the command line of the site, and the staged version. */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './support/fixtures.ts'
import { parcelSkillSet } from './support/submit-file.ts'

test('a publisher tests and stages a version with the command line of the site, and submits it in the browser', async ({
  page,
  request,
  signIn,
  baseURL,
}) => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-laptop-'))
  const document = parcelSkillSet()
  await fs.writeFile(path.join(folder, 'skillset.json'), JSON.stringify(document))
  await signIn('publisher')

  const key = await test.step('a key with the scope “publish” is created', async () => {
    await page.goto('/settings/keys')
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByRole('checkbox', { name: 'publish', exact: true }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog).toContainText(/gh_[\w-]{43}/)
    return /gh_[\w-]{43}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  })

  /** Runs the program that the site serves. */
  const cli = async (...args: string[]) => {
    const env = { ...process.env, GUILDHALL_SITE: baseURL, GUILDHALL_KEY: key }
    const program = path.join(folder, 'package/start.cjs')
    return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout
  }

  await test.step('the site serves its command line', async () => {
    const archive = path.join(folder, 'cli.tgz')
    await fs.writeFile(archive, await (await request.get('/cli.tgz')).body())
    await promisify(execFile)('tar', ['-xzf', archive, '-C', folder])
    expect(await cli('test', folder)).toContain('passes  quote: Two kilos')
  })

  await test.step('the staged version names the person and the key, and is submitted', async () => {
    const [address = ''] = /http\S+\/publish\/staged\/\S+/.exec(await cli('publish', folder)) ?? []
    await page.goto(new URL(address).pathname)
    await expect(page.getByRole('heading', { level: 1, name: `${document.name} 1.0.0` })).toBeVisible()
    await expect(page.getByText('with the API key “Laptop”')).toBeVisible()

    await page.getByRole('button', { name: 'Submit' }).click()

    await expect(page).toHaveURL(/\/review\//)
  })
  await test.step('a published skill is found by what the publisher has, and run as the search says', async () => {
    const have = JSON.stringify({ csv: 'a,b\n1,2' })
    const found = await cli('search', 'csv to json', '--have', have, '--limit', '3')

    expect(found).toContain('guildhall.data_tools.csv_to_json')
    expect(found).toMatch(/takes your `csv`.*returns `rows\[\]`/)
    expect(found).toMatch(/run guildhall\.data_tools\.csv_to_json --args '\{"csv":/)
  })
  await fs.rm(folder, { recursive: true })
})
