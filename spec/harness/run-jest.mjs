// jest's arguments → a jest run whose processes have software Vulkan.

import { spawnJest } from './spawn-jest.mjs';

process.exit(await spawnJest(...process.argv.slice(2)));
