/** In the place of a text: a file that can only be looked at. */

import { Download, FileQuestion } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import { nameOf } from '#lib/contract/vault/vault-path.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { isPicture } from './file-kinds.ts'

export function FileFacts({ path }: { path: string }) {
  const href = paths.vaultBytes(path)
  if (isPicture(path)) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-4">
        {/* biome-ignore lint/performance/noImgElement: its size is unknown, and it is on our own origin */}
        <img src={href} alt={nameOf(path)} className="max-h-full max-w-full" />
      </div>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
      <EmptyState
        icon={FileQuestion}
        title={`${nameOf(path)} cannot be shown here`}
        className="w-full max-w-xl border-none"
        action={
          <Button asChild>
            <a href={href} download>
              <Download aria-hidden />
              Download
            </a>
          </Button>
        }
      >
        It is larger than 1 MiB, or it is not text. You can download it, and tools can read it in parts.
      </EmptyState>
    </div>
  )
}
