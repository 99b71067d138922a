'use client'

import { useRouter } from 'next/navigation'
import type { StoredConfigLine } from '#lib/installs/list-installed.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SkillSetRef } from '#lib/publishing/rows/published-versions.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { toast } from '../ui/toast.ts'

type StoredConfigListProps = {
  storedConfigs: StoredConfigLine[]
  canChange: boolean
  discardStoredConfig: (ref: SkillSetRef) => Promise<ActionResult<void>>
}

export function StoredConfigList({ storedConfigs, canChange, discardStoredConfig }: StoredConfigListProps) {
  const router = useRouter()

  return (
    <CardList>
      {storedConfigs.map((line) => (
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
            <span className="text-muted-foreground">{plural(line.valueCount, 'setting')}</span>
          </p>
          {canChange && (
            <ConfirmDialog
              title={`Delete the settings of ${line.name}?`}
              description="Its settings and secrets will be deleted for the whole organisation. This cannot be undone."
              confirmLabel="Delete"
              onConfirm={() => discardStoredConfig({ publisher: line.publisher, skillset: line.slug })}
              onDone={() => {
                toast.success(`The settings of ${line.name} were deleted.`)
                router.refresh()
              }}
            >
              <Button variant="outline" size="sm" aria-label={`Delete the settings of ${line.name}`}>
                Delete
              </Button>
            </ConfirmDialog>
          )}
        </li>
      ))}
    </CardList>
  )
}
