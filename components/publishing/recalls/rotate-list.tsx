'use client'

import { plural } from '#lib/kernel/text/plural.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { OwnRecall } from '#lib/publishing/recalls/recall-views.ts'
import { CardList } from '../../ui/link-rows.tsx'
import { useAction } from '../../ui/use-action.ts'

type Secret = OwnRecall['secrets'][number]

type RotateListProps = {
  recallId: string
  secrets: Secret[]
  canRotate: boolean
  rotate: (request: {
    recallId: string
    key: string
    host: string
    isRotated: boolean
  }) => Promise<ActionResult<void>>
}

export function RotateList({ recallId, secrets, canRotate, rotate }: RotateListProps) {
  const [pending, run] = useAction()
  return (
    <CardList>
      {secrets.map(({ key, host, runs, isRotated }) => (
        <li key={`${key} ${host}`} className="px-4 py-3 text-sm">
          <label className="flex cursor-pointer items-start gap-2.5">
            <input
              type="checkbox"
              checked={isRotated}
              disabled={!canRotate || pending}
              onChange={({ target }) => run(() => rotate({ recallId, key, host, isRotated: target.checked }))}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <code className="font-semibold">{key}</code>{' '}
              {host === '*' ? 'could be read by the code, so it may be anywhere' : `went to ${host}`}
              <span className="block text-muted-foreground text-xs">
                in {plural(runs, 'run')} · {isRotated ? 'rotated' : 'not rotated yet'}
              </span>
            </span>
          </label>
        </li>
      ))}
    </CardList>
  )
}
