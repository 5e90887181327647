import { addLlmPanel } from '../panel/manager.tsx'

addLlmPanel()
