'use client'

import { Download } from 'lucide-react'
import type { JsonObject } from '#lib/kernel/json/json.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button.tsx'

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
