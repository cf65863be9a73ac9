// params: particles.ptr field dt box particles.size:i32
struct Particle {
    float x, y, z, vx, vy, vz, charge, mass;
};

__device__ void bounce(float& x, float& v, float box) {
    if (x < 0.0f || x > box) {
        v = -v;
        x = fminf(fmaxf(x, 0.0f), box);
    }
}

extern "C" __global__ void particles_step(Particle* particles, float field, float dt, float box, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    float turn = p.charge / p.mass * field * dt;
    float vx = p.vx + turn * p.vy, vy = p.vy - turn * p.vx, vz = p.vz;
    float x = p.x + vx * dt, y = p.y + vy * dt, z = p.z + vz * dt;
    bounce(x, vx, box);
    bounce(y, vy, box);
    bounce(z, vz, box);
    Particle& q = particles[i];
    q.x = x;
    q.y = y;
    q.z = z;
    q.vx = vx;
    q.vy = vy;
    q.vz = vz;
}
