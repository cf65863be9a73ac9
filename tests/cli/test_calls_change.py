"""Objects that calls change, or may: what a kernel reads of one is what CPython has, or refused; and of one that is
only read it is known."""

import pytest
from test_changed_names import check, lines

CHANGES = r"""
T=[1,2]\ndef f(a): a[0]=9\ng=f\ng(T)|T[0]
T=[1,2]\ndef f(a): a.append(3)\n(lambda q: f(q))(T)|len(T)
T=[1,2]\ng=lambda q: q.append(3)\ng(T)|len(T)
T=[[1],[2]]\nlist(map(lambda r: r.append(1), T))|len(T[0])
T=[[1],[2]]\ndef f(r): r.append(1)\nfor _ in map(f, T): pass|len(T[0])
import functools\nT=[1]\ndef f(a,b): a.append(b)\np=functools.partial(f,T)\np(3)|len(T)
import functools\ndef deco(fn):\n    def w(a):\n        a.append(1)\n        return fn(a)\n    return w\n@deco\ndef f(a): return len(a)\nT=[1]\nf(T)|len(T)
T=[1]\ndef f(M): M.append(2)\nf(M=T)|len(T)
T=[1]\ndef f(*a): a[0].append(2)\nf(*[T])|len(T)
T=[1]\ndef f(*a): a[0].append(2)\nf(T)|len(T)
T=[1]\ndef f(**a): a["x"].append(2)\nf(x=T)|len(T)
T=[1]\ndef f(a): a[0].append(2)\nf([T])|len(T)
T=[1]\ndef f(): return T\nB=f()\nB[0]=5|T[0]
T=[1]\ndef f(): return T\nf()[0]=5|T[0]
T=[1]\ndef f(): return T\nf().append(5)|len(T)
T=[1]\ndef f(): return T\ndef g(): return f()\nB=g()\nB.append(3)|len(T)
T=[1]\ndef f():\n    x=T\n    return x\nB=f()\nB.append(3)|len(T)
import heapq\nT=[3,1]\nheapq.heappush(T,0)|len(T)
import heapq\nT=[3,1]\nheapq.heapify(T)|T[0]
import bisect\nT=[1,3]\nbisect.insort(T,2)|T[1]
T=np.zeros(3)\nnp.add.at(T,[0,1],1)|T[0]
A=np.zeros(3)\nnp.add(A,1,A)|A[0]
A=np.zeros(3)\nB=np.ones(3)\nnp.exp(B,A)|A[0]
L=[1]\nlist.append(L,3)|len(L)
L=[1]\nL.__setitem__(0,7)|L[0]
L=[1]\nL.__iadd__([7])|len(L)
x=1\nexec("x=5")|x
x=1\nglobals()["x"]=5|x
x=1\nglobals().update(x=5)|x
x=1\ng=globals()\ng["x"]=5|x
L=[1]\neval("L.append(4)")|len(L)
L=[1,2]\ns=f"{L.pop()}"|len(L)
L=[1,2]\nprint(f"{L.pop()}")|len(L)
L=[1,2]\nf=lambda: L.pop()\nf()|len(L)
class C:\n    x=1\n    @classmethod\n    def set(cls): cls.x=4\nC.set()|C.x
class C:\n    x=1\n    def set(self): type(self).x=4\nC().set()|C.x
class C:\n    x=1\n    def set(self): self.__class__.x=4\nC().set()|C.x
class C:\n    def __init__(self,t): self.t=t\n    def go(self): self.t[0]=9\nT=[1]\nC(T).go()|T[0]
class C:\n    def __init__(self,t): self.t=t\n    def go(self): self.t[0]=9\nT=[1]\nc=C(T)\nc.go()|T[0]
class C:\n    def __init__(self,t):\n        self.t=t\n        self.t[0]=9\nT=[1]\nc=C(T)|T[0]
class C:\n    def __init__(self,t): t[0]=9\nT=[1]\nC(T)|T[0]
@dataclass\nclass C:\n    t: list\n    def __post_init__(self): self.t.append(3)\nT=[1]\nC(T)|len(T)
@dataclass\nclass C:\n    t: list\nT=[1]\nc=C(T)\nc.t.append(3)|len(T)
import operator\nL=[1]\noperator.setitem(L,0,5)|L[0]
import operator\nL=[1]\noperator.iadd(L,[5])|len(L)
import struct\nB=bytearray(4)\nstruct.pack_into("i",B,0,7)|B[0]
import random\nL=[1,2,3,4,5,6,7,8]\nrandom.seed(1)\nrandom.shuffle(L)|L[0]
L=[1]\n[L.append(i) for i in range(3)]|len(L)
T=[[1],[2]]\n[r.append(1) for r in T]|len(T[0])
T=[1]\nD={"t":T}\nD["t"].append(2)|len(T)
T=[1]\nD={}\nD["t"]=T\nD["t"].append(2)|len(T)
T=[1]\nD=dict(t=T)\nD["t"].append(2)|len(T)
T=[1]\nD=[]\nD.append(T)\nD[0].append(2)|len(T)
T=[1]\nfrom collections import deque\nD=deque([T])\nD[0].append(2)|len(T)
T=np.zeros(4)\nfor x in np.nditer(T, op_flags=["readwrite"]): x[...]=5|T[0]
T=np.zeros((2,2))\nfor r in T: r[0]=5|T[0,0]
T=np.zeros((2,2))\nfor r in list(T): r[0]=5|T[0,0]
T=np.zeros(4)\nU=np.array(T,copy=None)\nU[0]=3\nnp.asarray(T)[1]=4|T[1]
T=np.zeros(4)\nU=np.array(T,copy=False)\nU[0]=3|T[0]
T=np.zeros(4)\nT.flat[0]=3|T[0]
T=np.zeros(4)\nT.T[0]=3|T[0]
T=np.zeros(4)\nT.real[0]=3|T[0]
T=np.zeros((2,2))\nT.shape=4\nT[3]=2|T[3]
T=np.zeros(4)\nnp.lib.stride_tricks.as_strided(T,(2,),(8,))[0]=3|T[0]
T=np.zeros(4)\nm=memoryview(T)\nm[0]=3.0|T[0]
T=np.zeros(4)\nT.view(np.float64)[0]=3|T[0]
T=np.zeros(4)\nU=T.view()\nU[0]=3|T[0]
T=np.zeros(4)\nnp.apply_along_axis(lambda r: r.fill(1),0,T)|T[0]
T=np.zeros(4)\ndef f(r):\n    r[0]=3\n    return 0\nnp.apply_along_axis(f,0,T)|T[0]
T=np.array([3.,1.])\nnp.nan_to_num(T,copy=False)\nT.sort()|T[0]
T=np.array([3.,1.])\nT.partition(0)|T[0]
T=[3,1]\nimport copy\nU=copy.copy(T)\nU.append(1)|len(T)
T=[[3],1]\nimport copy\nU=copy.copy(T)\nU[0].append(1)|len(T[0])
T=[3,1]\nfs=[T.append]\nfs[0](2)|len(T)
T=[3,1]\nfs={"a":T.append}\nfs["a"](2)|len(T)
T=[3,1]\nimport threading\nt=threading.Thread(target=T.append,args=(3,))\nt.start()\nt.join()|len(T)
T=[3,1]\ndef f(a): a.append(1)\nimport threading\nt=threading.Thread(target=f,args=(T,))\nt.start()\nt.join()|len(T)
T=[3,1]\ndef f(a=T): a.append(1)\nf()|len(T)
T=[3,1]\ndef f(a=T): return a\nf().append(3)|len(T)
T=[3,1]\nmatch T:\n    case z:\n        z.append(3)|len(T)
T=[3,1]\nmatch [T]:\n    case [z]:\n        z.append(3)|len(T)
T=[3,1]\n(z:=T).append(3)|len(T)
T=[3,1]\nif (z:=T):\n    z.append(3)|len(T)
T=[3,1]\ndef f():\n    yield T\nfor z in f(): z.append(3)|len(T)
T=[3,1]\ndef f():\n    yield T\nnext(f()).append(3)|len(T)
class C:\n    T=[1,2]\nC.T[0]=5|C.T[0]
class C:\n    T=[1,2]\nC.T.append(5)|len(C.T)
class C:\n    T=[1,2]\nC().T.append(5)|len(C.T)
class C:\n    T=[1,2]\n    def go(self): self.T.append(5)\nC().go()|len(C.T)
T=[1]\nclass C:\n    U=T\nC.U.append(4)|len(T)
T=[1]\nclass C:\n    def get(self): return T\nC().get().append(4)|len(T)
T=[1]\nclass C:\n    def get(self): return T\nc=C()\nu=c.get()\nu.append(4)|len(T)
T=[1]\nclass C:\n    @property\n    def get(self): return T\nC().get.append(4)|len(T)
T=[1]\nimport itertools\nfor z in itertools.chain([T]): z.append(4)|len(T)
T=[1]\nfor z in itertools.repeat(T,1) if False else [T]: z.append(4)|len(T)
T=[1]\nimport m2\nm2.q=T\nm2.q.append(3)|len(T)
T=[1]\nfor a,b in zip([T],[1]): a.append(b)|len(T)
T=[1]\na,*b=T,1\na.append(1)|len(T)
T=[1]\n*a,b=1,T\nb.append(1)|len(T)
T=[1]\n[a,(b,c)]=1,(2,T)\nc.append(1)|len(T)
T=[1]\nx=T if len(T)>5 else T\nx.append(1)|len(T)
T=[1]\nx=T or []\nx.append(1)|len(T)
T=[1]\nx=[T][0]\nx.append(1)|len(T)
T=[1]\nx=(T,)+(1,)\nx[0].append(1)|len(T)
T=[1]\nx=[T]*2\nx[1].append(1)|len(T)
T=[1]\nx=max([T],key=len)\nx.append(1)|len(T)
T=[1]\nx=sorted([T])[0]\nx.append(1)|len(T)
T=[1]\ndef f():\n    global T\n    T=[5,6]\nf()|len(T)
T=[1]\ndef f():\n    T.append(1)\ng=f\ng()|len(T)
T=[1]\nsetattr(T,"x",1) if False else T.append(2)|len(T)
D={"a":1}\nD|={"a":3}|D["a"]
D={"a":1}\nE=D\nE|={"a":3}|D["a"]
D={"a":1}\nD.update(a=3)|D["a"]
D={"a":1}\ndel D["a"]\nD["a"]=4|D["a"]
D={"a":[1]}\nfor k,v in D.items(): v.append(3)|len(D["a"])
D={"a":[1]}\nfor v in D.values(): v+=[3]|len(D["a"])
T=np.arange(3)\nT[::-1].sort()|T[0]
T=np.arange(3)\nnp.random.seed(0)\nnp.random.shuffle(T)|T[0]
T=np.arange(3)\nT*=2|T[1]
T=np.arange(3)\nU=T\nnp.multiply(U,2,out=U)|T[1]
T=np.zeros(3)\nnp.copyto(T,5)|T[0]
T=np.zeros(3)\nfrom numpy import copyto\ncopyto(T,5)|T[0]
T=np.zeros(3)\nfrom numpy import asarray\nU=asarray(T)\nU[0]=5|T[0]
T=np.zeros(3)\nfrom numpy import *\nput(T,0,5)|T[0]
T=np.zeros(3)\nT.put(0,5)|T[0]
T=np.zeros(3)\nT.itemset if False else T.fill(5)|T[0]
T=[[1],[2]]\ndef f(a,b): a.append(3)\nf(*T)|len(T[0])
T=[[1],[2]]\nU=[*T]\nU[0].append(3)|len(T[0])
T=[[1],[2]]\nU=[0,0]\nU[:]=T\nU[0].append(3)|len(T[0])
T=[[1],[2]]\nU=[*[T]]\nU[0].append(3)|len(T)
T=[1,2]\nf=print\nf(T)\nf=list.reverse\nf(T)|T[0]
T=[1,2]\ndef outer():\n    def inner(x): x.append(3)\n    inner(T)\nouter()|len(T)
T=[1,2]\ndef outer(x):\n    def inner(): x.append(3)\n    inner()\nouter(T)|len(T)
T=[1,2]\ndef outer(x):\n    y=x\n    def inner(): y.append(3)\n    return inner\nouter(T)()|len(T)
T=[1,2]\ndef outer(x):\n    return lambda: x.append(3)\ng=outer(T)\ng()|len(T)
T=[1,2]\nclass C:\n    def __init__(self, x): self.x=x\n    def __enter__(self):\n        self.x.append(3)\n    def __exit__(self,*a): pass\nwith C(T): pass|len(T)
T=[1,2]\nclass C:\n    def __call__(self, x): x.append(3)\nC()(T)|len(T)
T=[1,2]\nclass C:\n    def __call__(self, x): x.append(3)\nc=C()\nc(T)|len(T)
T=[1,2]\nclass C:\n    def __iadd__(self, x):\n        x.append(3)\n        return self\nc=C()\nc+=T|len(T)
T=[1,2]\nclass C:\n    def __add__(self, x):\n        x.append(3)\n        return self\nc=C()\nc+T|len(T)
T=[1,2]\nclass C:\n    def __setitem__(self,i,x):\n        x.append(3)\nc=C()\nc[0]=T|len(T)
T=[1,2]\nclass C:\n    @property\n    def p(self): return 1\n    @p.setter\n    def p(self,x): x.append(3)\nc=C()\nc.p=T|len(T)
T=[1,2]\nclass C:\n    @staticmethod\n    def f(x): x.append(3)\nC.f(T)|len(T)
T=[1,2]\nclass C:\n    @staticmethod\n    def f(x): x.append(3)\nC().f(T)|len(T)
T=[1,2]\nclass C:\n    @classmethod\n    def f(cls,x): x.append(3)\nC.f(T)|len(T)
T=[1,2]\nclass B:\n    def f(self,x): x.append(3)\nclass C(B): pass\nC().f(T)|len(T)
T=[1,2]\nclass B:\n    def __init__(self,x): x.append(3)\nclass C(B): pass\nC(T)|len(T)
T=[1,2]\nclass B:\n    def __init__(self,x): x.append(3)\nclass C(B):\n    def __init__(self,y): super().__init__(y)\nC(T)|len(T)
T=[1,2]\nx,y=(T,T)\ny.clear()|len(T)
T=[1,2]\ndel T[0]|T[0]
T=[1,2]\nT[:]=[5]|len(T)
T=[1,2]\nT[0:1]=[]|T[0]
T={1,2}\nT.add(5)|len(T)
T={1,2}\nT|={7}|len(T)
T=np.arange(3)\nT.sort()\nT.resize(5)|len(T)
T=np.arange(3)\nT.dtype=np.int32|len(T)
T=np.arange(3)\nT.setfield(9,np.int64)|T[0]
T=np.arange(3)\nU=T.reshape(3,1)\nU[0,0]=9|T[0]
T=np.arange(3)\nU=T[None]\nU[0,0]=9|T[0]
T=np.arange(3)\nU=T[...]\nU[0]=9|T[0]
T=np.arange(3)\nU=T[T>0]\nU[0]=9|T[1]
T=np.arange(4)\na,b=np.split(T,2)\na[0]=9|T[0]
T=np.arange(4)\na,b=np.array_split(T,2)\nb+=9|T[3]
T=np.arange(4).reshape(2,2)\nfor r in T: r+=1|T[0,0]
T=np.arange(4).reshape(2,2)\nfor i,r in enumerate(T): r+=i|T[1,0]
T=np.arange(4).reshape(2,2)\nr=T[0]\nr+=1|T[0,0]
T=np.arange(4).reshape(2,2)\ndef f(r): r+=1\nf(T[0])|T[0,0]
T=np.arange(4).reshape(2,2)\nimport sys\nsys.modules["numpy"].copyto(T[0],7)|T[0,0]
T=np.arange(4)\nt=T.__array__()\nt[0]=9|T[0]
T=np.arange(4)\ngetattr(T,"fill")(3)|T[0]
T=[1,2]\ngetattr(T,"append")(3)|len(T)
T=[1,2]\nm="append"\ngetattr(T,m)(3)|len(T)
T=[1,2]\nimport operator\noperator.methodcaller("append",3)(T)|len(T)
T=[1,2]\nvars()["T"].append(3)|len(T)
T=[1,2]\nglobals()["T"].append(3)|len(T)
T=[1,2]\nfor n in list(globals()):\n    if n=="T": globals()[n].append(3)|len(T)
T=[1,2]\nimport builtins\nbuiltins.list.append(T,3)|len(T)
T=[1,2]\nimport numpy.testing\nnumpy.random.default_rng(0).shuffle(T)|T[0]
T=[1,2,3,4,5,6]\nrng=np.random.default_rng(0)\nrng.shuffle(T)|T[0]
T=np.arange(8)\nrng=np.random.default_rng(0)\nrng.standard_normal(out=np.zeros(3))\nrng.permuted(T,out=T)|T[0]
T=[1,2]\nS=iter(T)\nT.append(next(S))|len(T)
T=[1,2]\ntry:\n    T.append(3)\nfinally:\n    pass|len(T)
T=[1,2]\nwhile len(T)<4: T.append(0)|len(T)
T=[1,2]\nassert not T.append(3)|len(T)
T=[1,2]\nx=T.append(3) or 5|len(T)
T=[1,2]\nx=[T.pop() for _ in range(1)]|len(T)
T=[1,2]\nx={T.pop():1}|len(T)
T=[1,2]\nx=T.pop()+1|len(T)
T=[1,2]\nif T.pop(): x=1|len(T)
T=[1,2]\nfor _ in range(T.pop()): pass|len(T)
T=[1,2]\nx=T[T.pop()-2]|len(T)
T=[1,2]\nU=[0]*9\nU[T.pop()]=4|len(T)
T=[1,2]\nU=[0]*9\nU[0]+=T.pop()|len(T)
T=[1,2]\ndef f(x=T.pop()): pass|len(T)
T=[1,2]\nclass C:\n    x=T.pop()|len(T)
T=[1,2]\n@(lambda f: T.append(3) or f)\ndef g(): pass|len(T)
T=[1,2]\nclass C(T.append(3) or object): pass|len(T)
T=[1,2]\ndef f(x: T.append(3)): pass|len(T)
T=[1,2]\ndef f()->T.append(3): pass|len(T)
T=[1,2]\nx: T.append(3)=4|len(T)
T=[1,2]\nprint(*T, T.append(3))|len(T)
T=[1,2]\nprint(T.append(3), file=None)|len(T)
T=[1,2]\nx=not T.append(3)|len(T)
T=[1,2]\nx=1<len(T)<T.pop()+9|len(T)
T=[1,2]\nx=T.append(3) if True else 0|len(T)
T=[1,2]\nx=lambda q=T.append(3): q|len(T)
T=[1,2]\nT.append(3);T.append(4)|len(T)
import m2\ndef f():\n    import m3 as q\n    q.a = 1|m2.a
A=np.array([4,3])\nnp.copyto(dst=A,src=9)|A[0]
A=np.array([4,3])\nnp.put(a=A,ind=[0],v=[9])|A[0]
A=np.array([4,3])\ndef g(dst,src): np.copyto(dst=dst,src=src)\ng(A,9)|A[0]
A=np.array([4,3])\nnp.add(*(1,2,A))|A[0]
A=np.array([4,3])\nq=(1,2,A)\nnp.add(*q)|A[0]
A=np.array([4,3])\nnp.add(1,2,**{"out":A})|A[0]
A=np.array([4,3])\nkw=dict(dst=A,src=9)\nnp.copyto(**kw)|A[0]
A=np.array([4,3])\nf=lambda: A\nf()[0]=9|A[0]
A=np.array([4,3])\nf=lambda: A[1:]\nB=f()\nB[0]=9|A[1]
A=[4,3]\nf=lambda n: A if n else f(1)\nf(0).append(9)|len(A)
A=[4,3]\nf=lambda t=A: t.reverse()\nf()|A[0]
A=np.array([4,3])\nnp.ndarray.fill(A,3)|A[0]
A=np.array([4,3])\nnp.ndarray.__setitem__(A,0,9)|A[0]
A=np.array([4,3])\nnp.einsum("i->i",A)[0]=9|A[0]
"""

READS = r"""
x=3\nx+=1\ny=x\nprint(x)|y
x=3\ndef show(v): print(v)\nshow(x)\ny=x*2|y
T=[1,2,3]\nprint(T)\nn=len(T)|n
T=[1,2,3]\nimport time\nt0=time.time()\nprint("a",T,time.time()-t0)|T[1]
T=[1,2,3]\ndef show(v):\n    for q in v: print(q)\nshow(T)|T[1]
T=np.arange(4)\nassert T.sum()==6|T[1]
T=np.arange(4)\ndef check(a,b):\n    assert np.allclose(a,b)\ncheck(T,T)|T[1]
T=np.arange(4)\nnp.testing.assert_allclose(T,T)|T[1]
T=np.arange(4)\nimport time\nt0=time.perf_counter()\nU=T.astype(np.float32)\nnp.testing.assert_allclose(U,T,rtol=1e-5)\nprint(f"took {time.perf_counter()-t0:.3f} s", T.sum(), len(T))|T[1]
T=np.arange(4)\nclass C:\n    def __init__(self,t): self.n=len(t)\n    def go(self,t): return t.sum()+self.n\nc=C(T)\nc.go(T)|T[1]
T=[1,2]\ndef main():\n    a=np.array(T)\n    a[0]=5\n    print(a.sum(), len(T), sorted(T)[0])\nmain()|T[0]
T=[1,2]\ndef main(n=T[0]):\n    for i,v in enumerate(T):\n        print(i,v+n)\nmain()|T[0]
T=np.arange(4)\nU=T.copy()\nU[0]=9\nW=np.concatenate([T,U])\nW[0]=3|T[0]
D={"a":1,"b":2}\nN=sum(D.values())\nfor k,v in D.items(): print(k,v)|D["a"]+N
T=np.arange(6).reshape(2,3)\nrows,cols=T.shape\nprint(rows*cols,T.max(),T.mean())|T[1,0]
T=[3,4]\ns=", ".join(str(t) for t in T)\nprint("{} {}".format(s,T))|T[0]
import sys,os\nT=[3,4]\nif len(sys.argv)>99:\n    T2=[int(x) for x in sys.argv[1:]]\n    print(os.path.join("a",str(T)))|T[0]
T=np.array([1,2,3])\ndef ref(x,t):\n    out=np.zeros_like(x)\n    for i in range(len(x)):\n        out[i]=x[i]*t[i%3]\n    return out\nexpected=ref(np.ones(7),T)|T[1]
from collections import namedtuple\nP=namedtuple("P","w h")\np=P(3,4)\ndef area(q): return q.w*q.h\nprint(area(p))|p.w
@dataclass\nclass P:\n    w: int\n    h: int\np=P(3,4)\ndef area(q): return q.w*q.h\nprint(area(p), p)|p.w
T=np.arange(4)\nd=np.empty_like(T)\nd[:]=T\nd+=1|T[1]
T=np.arange(4)\ndef run(k,*args): return len(args)\nrun(3,T,T)|T[1]
T=np.arange(4)\nopts={"x":T,"n":3}\nprint(opts["n"])|T[1]
T=[1,2]\nU=[*T,3]\nU.append(4)|len(T)
T=[1,2]\nU=T+[3]\nU.append(4)|len(T)
T=[1,2]\nU=T[:]\nn=len(U)|len(T)+n
T=np.arange(4)\nx=float(T[2])\nx*=2\ny=T[1]+x|T[2]
T=np.arange(4)\nbest=0\nfor v in T:\n    best=max(best,v)|T[2]
T=np.arange(4)\nw=np.where(T>1,T,0)\nw[0]=4\nn=np.clip(T,0,2)|T[3]
T=(4,8)\nw=np.zeros(*[T])\nv=np.random.rand(*T)\nu=np.full(shape=T,fill_value=7)|T[1]
L=[3,5]\nw=np.arange(*L)|len(L)+L[1]
"""


@pytest.mark.parametrize("case", lines(CHANGES + READS))
def test_what_calls_do(tmp_path, monkeypatch, capsys, case):
    check(tmp_path, monkeypatch, case, case in READS, True)
