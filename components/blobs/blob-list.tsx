'use client'

import { Download } from 'lucide-react'
import type { BlobPage } from '#lib/blobs/list-blobs.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/dialogs/confirm-dialog.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

type Blob = BlobPage['blobs'][number]
type BlobListProps = { blobs: Blob[]; remove: (id: string) => Promise<ActionResult<void>> }

export function BlobList({ blobs, remove }: BlobListProps) {
  return (
    <CardList>
      {blobs.map((blob) => (
        <li key={blob.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
          <div className="grid min-w-0 flex-1 basis-60 gap-1">
            <p className="font-medium text-sm [overflow-wrap:anywhere]">{nameOf(blob)}</p>
            <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
              {formatBytes(blob.sizeBytes)} · {blob.kind}
            </p>
            <p className="text-muted-foreground text-sm">
              Created <Time at={blob.createdAtMs} /> · expires <Time at={blob.expiresAtMs} style="day" />
            </p>
            {blob.name && (
              <code className="text-muted-foreground text-xs [overflow-wrap:anywhere]">{blob.id}</code>
            )}
          </div>
          <div className="flex items-center gap-1 max-sm:-ml-3">
            <Button asChild variant="ghost" size="sm">
              <a href={`${paths.blob(blob.id)}?download`} download aria-label={`Download ${nameOf(blob)}`}>
                <Download aria-hidden /> Download
              </a>
            </Button>
            {blob.canDelete && <DeleteButton blob={blob} remove={remove} />}
          </div>
        </li>
      ))}
    </CardList>
  )
}

const nameOf = ({ name, id }: Blob) => name ?? id

function DeleteButton({ blob, remove }: { blob: Blob; remove: BlobListProps['remove'] }) {
  return (
    <ConfirmButton
      title="Delete this blob?"
      description={`${nameOf(blob)} will be permanently deleted. Runs that used or created it stay in the history without the file.`}
      confirmLabel="Delete"
      onConfirm={() => remove(blob.id)}
      label={`Delete ${nameOf(blob)}`}
    />
  )
}
