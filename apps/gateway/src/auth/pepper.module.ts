import { Module } from '@nestjs/common';
import { GatewayConfig } from '../config';
import { AddressDigests } from './address-digests';
import { Pepper } from './pepper';

/** The secret that only the gateway knows, and what is digested with it. */
@Module({
  providers: [
    AddressDigests,
    { provide: Pepper, useFactory: ({ apiKeyPepper }: GatewayConfig) => new Pepper(apiKeyPepper), inject: [GatewayConfig] },
  ],
  exports: [AddressDigests, Pepper],
})
export class PepperModule {}
