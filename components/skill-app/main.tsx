/** The script of the frame. The page has the contract as data, so that one script serves every skill. */
import { createRoot } from 'react-dom/client'
import type { AppContract } from '#lib/protocols/mcp/app-contract.ts'
import { SkillApp } from './skill-app.tsx'

const contract = JSON.parse(document.getElementById('contract')!.textContent!) as AppContract
createRoot(document.getElementById('root')!).render(<SkillApp contract={contract} />)
