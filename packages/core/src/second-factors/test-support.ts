import { totpCode } from '../testing/totp-code.js';
import { PASSWORD, type TestUser, type World } from '../testing/world.js';

/** Sets an authenticator app up, and returns how to read a code that was not used, and the recovery codes. */
export async function setUpTotp(world: World, who: TestUser) {
  await who.call.auth.verify({ password: PASSWORD });
  const { secret } = await who.call.auth.beginTotp();
  const now = () => world.clock.now().getTime();
  const { recoveryCodes } = await who.call.auth.confirmTotp({ code: totpCode(secret, now()) });
  const nextCode = () => {
    world.clock.advance(30_000);
    return totpCode(secret, now());
  };
  return { secret, recoveryCodes, nextCode };
}
