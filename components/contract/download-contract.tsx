'use client'

import { Download } from 'lucide-react'
import type { JsonObject } from '#lib/contract/json/json.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

/** The document as a file, also of a skill that is not public. */
export function DownloadContract({ name, contract }: { name: string; contract: JsonObject }) {
  const file = `${name}-${String(contract.version)}.contract.json`
  return (
    <Button
      size="sm"
      variant="outline"
      onClick={() => saveFile(file, `${JSON.stringify(contract, null, 2)}\n`)}
    >
      <Download aria-hidden />
      Download
    </Button>
  )
}
