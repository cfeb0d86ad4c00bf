import { Type } from 'class-transformer';
import { IsEmail, IsIn, IsInt, IsObject, IsOptional, IsString, Length, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import type { ValidationPipeOptions } from '@nestjs/common';

class CustomerBody {
  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @IsOptional()
  @IsEmail()
  email?: string;

  @IsOptional()
  @IsString()
  @MaxLength(20)
  phone?: string;
}

/** What a payment is made of, checked the way the framework's documentation shows it. */
export class CreatePaymentBody {
  @IsInt()
  @Min(100)
  @Max(9_999_999_999)
  amount!: number;

  @IsString()
  @Length(3, 3)
  currency!: string;

  @IsIn(['upi', 'card', 'netbanking'])
  payment_method!: string;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => CustomerBody)
  customer?: CustomerBody;

  @IsOptional()
  @IsObject()
  metadata?: Record<string, unknown>;
}

/** How the rivals validate a body: what is not declared is refused. */
export const STRICT_BODY: ValidationPipeOptions = { whitelist: true, forbidNonWhitelisted: true, transform: true };
