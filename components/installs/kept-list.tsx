'use client'

import { useRouter } from 'next/navigation'
import { toast } from 'sonner'
import { paths } from '#lib/contract/market/paths.ts'
import type { SkillSetRef } from '#lib/db/published.ts'
import type { KeptLine } from '#lib/installs/list-installed.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
/** Settings without an install: where they are, and how to be rid of them. */
import { Link } from '../ui/link.tsx'

type KeptListProps = {
  kept: KeptLine[]
  canChange: boolean
  deleteKeptConfig: (ref: SkillSetRef) => Promise<ActionResult<void>>
}

export function KeptList({ kept, canChange, deleteKeptConfig }: KeptListProps) {
  const router = useRouter()

  async function forget({ publisher, slug, name }: KeptLine): Promise<string | undefined> {
    const result = await deleteKeptConfig({ publisher, skillset: slug })
    if (!result.ok) return result.error.message
    toast.success(`Settings of ${name} are deleted.`)
    router.refresh()
  }

  return (
    <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
      {kept.map((line) => (
        <li
          key={`${line.publisher}.${line.slug}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5"
        >
          <p className="min-w-0 flex-1 text-sm">
            <Link
              href={paths.config(line.publisher, line.slug)}
              className="font-medium underline-offset-4 hover:underline"
            >
              {line.name}
            </Link>{' '}
            <span className="text-muted-foreground">
              {line.valueCount === 1 ? 'one setting' : `${line.valueCount} settings`}
            </span>
          </p>
          {canChange && (
            <Confirm
              title={`Delete the settings of ${line.name}?`}
              what="Its settings and secrets are deleted for the whole organisation and cannot be brought back."
              verb="Delete"
              onConfirm={() => forget(line)}
            >
              <Button variant="outline" size="sm" aria-label={`Delete the settings of ${line.name}`}>
                Delete
              </Button>
            </Confirm>
          )}
        </li>
      ))}
    </ul>
  )
}
