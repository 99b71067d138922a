/**
 * Reads the plans that come with the demo market, and the files that its people find in their vaults.
 *
 * `plans/<slug>.json` is one template; the order here is the order in which they are shown. `vault/` is a vault.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { PlanTemplateRow } from '../../lib/db/plan-templates.ts'

const ORDER = ['files-from-bullets', 'report-from-csv', 'open-tasks']

export function loadPlanTemplates(root = import.meta.dirname): PlanTemplateRow[] {
  return ORDER.map((slug) => {
    const file = path.join(root, 'plans', `${slug}.json`)
    return JSON.parse(fs.readFileSync(file, 'utf8')) as PlanTemplateRow
  })
}

/** Every file of the demo vault, by its path. */
export function loadDemoVault(root = import.meta.dirname): { path: string; content: string }[] {
  const folder = path.join(root, 'vault')
  const entries = fs.readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({
      path: path.relative(folder, file).split(path.sep).join('/'),
      content: fs.readFileSync(file, 'utf8'),
    }))
}
